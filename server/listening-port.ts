import { createServer } from 'node:net';

/** How many ports after the wanted one are tried. */
const tries = 20;

/**
 * A port that is free now. 0 asks the system for any.
 *
 * @returns the wanted port, or the first free one after it; null if none of the next twenty is free
 */
export async function freePortFrom({
  host,
  wanted,
}: {
  host: string;
  wanted: number;
}): Promise<number | null> {
  if (wanted === 0) return listenOnce({ host, port: 0 });
  const last = Math.min(wanted + tries, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    if (await isFree({ host, port })) return port;
  }
  return null;
}

/**
 * A browser that is told "localhost" asks ::1 before 127.0.0.1, so a port that somebody else has there is not ours
 * to announce.
 */
async function isFree({ host, port }: { host: string; port: number }): Promise<boolean> {
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host];
  for (const each of hosts) if ((await listenOnce({ host: each, port })) === null) return false;
  return true;
}

/** The port if it could be listened on, null if it is taken. A host that this machine has not does not count as taken. */
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
