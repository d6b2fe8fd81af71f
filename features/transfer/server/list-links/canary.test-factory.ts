import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on this machine. The code under test must never connect to it. */
export async function openCanary() {
  let hits = 0;
  const server = createServer((_, response) => response.end('{}'));
  server.on('connection', () => hits++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Returns the number of connections to this server. */
    hits: () => hits,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
