import { createServer } from 'node:net';

/** Number of ports that are tried after the requested one. */
const MOST_ATTEMPTS = 20;

/** A port that no other process can take until it is released. */
export type HeldPort = { port: number; release: () => Promise<void> };

/**
 * Holds a port at which the server can listen. If `wanted` is 0, the system chooses the port. The start takes seconds,
 * and another server that starts at the same time would otherwise choose the same port.
 * @returns the requested port or, if it is taken, the next free port; null if the next twenty ports are taken as well
 */
export async function holdPortFrom({
  host,
  wanted,
}: {
  host: string;
  wanted: number;
}): Promise<HeldPort | null> {
  if (wanted === 0) return hold({ host, port: 0 });
  const last = Math.min(wanted + MOST_ATTEMPTS, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    const held = (await isFreeForBrowsers({ host, port })) ? await hold({ host, port }) : null;
    if (held) return held;
  }
  return null;
}

/**
 * Browsers resolve "localhost" to ::1 before 127.0.0.1, so the port must be free at both. On a machine without IPv6,
 * every port of ::1 counts as free.
 */
async function isFreeForBrowsers({ host, port }: { host: string; port: number }): Promise<boolean> {
  if (host !== '127.0.0.1') return true;
  const held = await hold({ host: '::1', port }).catch(() => undefined);
  await held?.release();
  return held !== null;
}

/** Listens, and closes every connection. Returns null if the port is taken. */
function hold({ host, port }: { host: string; port: number }): Promise<HeldPort | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        release: () => new Promise((released) => server.close(() => released())),
      });
    });
  });
}
