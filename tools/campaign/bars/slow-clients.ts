import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from '../bar.ts';
import { quantile } from '../product.ts';

const SOCKETS = 500;
/**
 * Duration of the check in seconds. The server closes a connection without complete headers after 10 s, and a
 * connection with a slow body after 30 s.
 */
const SECONDS = 40;
/** Differences of fewer milliseconds are measurement noise. */
const NOISE = 15;

export const slowClients: Bar = {
  number: 6,
  name: 'slow-clients',
  claim: `${SOCKETS} slow connections do not slow others down (99th percentile below twice the usual 99th percentile), and are closed`,
  check: `${SOCKETS - 100} connections send a header byte per second, 100 a body byte; requests of other clients are timed before the slow connections, and for ${SECONDS} s during them`,
  control: 'a server without time limits',
  run: async ({ start, port, after }) => {
    const product = await start();
    const before = await timed(() => product.send('GET', '/api/site'), 5);
    const slow = openSlow(product.port);
    const meanwhile = await timed(() => product.send('GET', '/api/site'), SECONDS);
    const open = slow.open();
    slow.close();

    const bare = createServer({ headersTimeout: 0, requestTimeout: 0 }, (request, answer) => {
      request.resume();
      request.on('end', () => answer.end());
    });
    await new Promise<void>((resolve) => bare.listen(port, '127.0.0.1', resolve));
    after(() => bare.closeAllConnections());
    after(() => void bare.close());
    const control = openSlow(port);
    await sleep(SECONDS * 1000);
    const openInControl = control.open();
    control.close();

    const [usual, disturbed] = [quantile(before, 0.99), quantile(meanwhile, 0.99)];
    return {
      figure: `99th percentile ${usual.toFixed(1)} ms before, ${disturbed.toFixed(1)} ms during them (${meanwhile.length} requests); ${open} of ${SOCKETS} connections left after ${SECONDS} s`,
      isHeld: disturbed < Math.max(2 * usual, usual + NOISE) && open === 0,
      controlFigure: `${openInControl} of ${SOCKETS} connections left`,
      hasControlFailed: openInControl > 0,
    };
  },
};

async function timed(
  request: () => Promise<{ status: number; ms: number }>,
  seconds: number,
): Promise<number[]> {
  const times: number[] = [];
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const { status, ms } = await request();
    if (status !== 200) throw new Error(`A request of others was answered with ${status}.`);
    times.push(ms);
    await sleep(5);
  }
  return times;
}

function openSlow(port: number) {
  const sockets = new Set<Socket>();
  for (let n = 0; n < SOCKETS; n++) {
    const hasBody = n % 5 === 0;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => sockets.delete(socket));
    socket.write(
      hasBody
        ? 'POST /api/account/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
        : 'GET /api/site HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    );
  }
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 1_000);
  return {
    open: () => sockets.size,
    close: () => {
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
    },
  };
}
