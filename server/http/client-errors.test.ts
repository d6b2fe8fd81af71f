import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

describe('an invalid request', () => {
  let on: TestApp;
  let port: number;
  beforeAll(async () => {
    on = await openTestApp({ features: [] });
    await on.app.listen({ host: '127.0.0.1', port: 0 });
    port = (on.app.server.address() as AddressInfo).port;
  });
  afterAll(() => on.close());

  /** Sends the text. Resolves with everything that the server sends until it closes the connection. */
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'request.malformed'],
    [
      'a space in a header’s name',
      'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
      '400 Bad Request',
      'request.malformed',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
      'request.malformed',
    ],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'request.headers_too_large',
    ],
  ])('gets an error: %s', async (_name, text, status, code) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status}`);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body).code).toBe(code);
  });

  test('times out: the limits are those of docs/operations.md', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxRequestsPerSocket } = on.app.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxRequestsPerSocket }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      timeout: 120_000,
      keepAliveTimeout: 72_000,
      maxRequestsPerSocket: 10_000,
    });
  });
});
