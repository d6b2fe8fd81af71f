// @ts-check
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Claims a port until this process ends. Of two processes, only one can claim it.
 *
 * @param {number} port
 * @returns {Promise<boolean>} false if another process has the port
 */
export function claim(port) {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
}

/**
 * Returns the first of `count` free ports in a row. The ports are below 32768. Linux uses the ports from 32768 on for
 * outgoing connections, so a connection could take a free port before a server listens on it.
 *
 * @param {number} [count]
 * @returns {Promise<number>}
 */
export async function freePort(count = 1) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = randomInt(12_000, 32_000 - count);
    const row = Array.from({ length: count }, (_, step) => isFree(first + step));
    if ((await Promise.all(row)).every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports in a row were found.`);
}
