import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from './feature.ts';
import { limitBodyTimes } from './slow-bodies.ts';

let app: App;
let port: number;
beforeAll(async () => {
  app = Fastify().withTypeProvider<ZodTypeProvider>();
  limitBodyTimes(app, { bodyTimeout: 300 });
  app.post('/usual', async ({ body }) => body);
  app.post('/patient', { config: { bodyTimeout: 60_000 } }, async ({ body }) => body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends a request. The second half of the body is sent when the promise `rest` resolves. Resolves with the status. */
function sendInTwo({ path, rest }: { path: string; rest?: Promise<unknown> }): Promise<string> {
  return new Promise((resolve, reject) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Connection: close\r\n\r\n[1`));
    let heard = '';
    socket.on('data', (data) => (heard += data));
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
    void rest?.then(() => socket.write('2]'));
  });
}

test('끝나지 않는 본문에는 408로 답하고 끊는다', async () => {
  expect(await sendInTwo({ path: '/usual' })).toBe('HTTP/1.1 408 Request Timeout');
});

test('오래 걸려도 되는 주소는 기다린다', async () => {
  const hungUp = sendInTwo({ path: '/usual' });
  expect(await sendInTwo({ path: '/patient', rest: hungUp })).toBe('HTTP/1.1 200 OK');
});
