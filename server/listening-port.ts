import { createServer } from 'node:net';

/** Number of ports that are tried after the requested one. */
const MOST_ATTEMPTS = 20;

/**
 * Finds a port at which the server can listen. If `wanted` is 0, the system chooses the port.
 * @returns the requested port or, if it is taken, the next free port; null if the next twenty ports are taken as well
 */
export async function freePortFrom({
  host,
  wanted,
}: {
  host: string;
  wanted: number;
}): Promise<number | null> {
  if (wanted === 0) return listenOnce({ host, port: 0 });
  const last = Math.min(wanted + MOST_ATTEMPTS, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    if (await isFree({ host, port })) return port;
  }
  return null;
}

/** Whether the port is free. Browsers resolve "localhost" to ::1 before 127.0.0.1, so the port must be free at both. */
async function isFree({ host, port }: { host: string; port: number }): Promise<boolean> {
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host];
  for (const each of hosts) if ((await listenOnce({ host: each, port })) === null) return false;
  return true;
}

/**
 * Listens once. Returns the port, or null if the port is taken. On a machine without IPv6, every port of ::1 counts as
 * free.
 */
function listenOnce({ host, port }: { host: string; port: number }): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else if (host === '::1') resolve(port);
      else reject(error);
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}
