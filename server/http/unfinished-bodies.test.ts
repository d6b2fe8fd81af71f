import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const ADMIN = 'admin-of-unfinished-bodies@example.com';
const MEGABYTE = 1024 * 1024;

let folder: string;
let testApp: TestApp;
let port: number;
let member: TestMember;
let admin: TestMember;
const open: { destroy: () => unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-unfinished-'));
  testApp = await openTestApp({
    settings: { DATA_DIR: folder, PHOTO_MAX_MEGABYTES: 1, ADMIN_EMAIL: ADMIN },
  });
  member = await signUpMember(testApp.app);
  admin = await signUpMember(testApp.app, { email: ADMIN });
  await testApp.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', ADMIN)
    .execute();
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  port = (testApp.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});

type Upload = {
  url: string;
  status: number;
  headers: () => Record<string, string>;
  /** Number of bytes of the request that have been sent when the answer arrives. */
  sent: number;
};

const keyed = (of: TestMember, type: string) => ({
  ...of.headers,
  'content-type': type,
  'idempotency-key': crypto.randomUUID(),
});
const PHOTO = '/api/photos?purpose=journal';
const CSV = '/api/admin/provided-restaurants/import';
const jpeg = () => keyed(member, 'image/jpeg');

const refused: [string, Upload][] = [
  ['photo: too large', { url: PHOTO, status: 413, headers: jpeg, sent: 2 * MEGABYTE }],
  ['photo: not signed in', { url: PHOTO, status: 401, headers: () => ({ origin: OWN_ORIGIN }), sent: 1000 }],
  ['photo: no key', { url: PHOTO, status: 400, headers: () => member.headers, sent: 1000 }],
  ['photo: no purpose', { url: '/api/photos', status: 400, headers: jpeg, sent: 1000 }],
  [
    'photo: foreign page',
    { url: PHOTO, status: 403, headers: () => ({ ...jpeg(), origin: 'https://other.example' }), sent: 1000 },
  ],
  [
    'places: too large',
    { url: CSV, status: 413, headers: () => keyed(admin, 'application/json'), sent: 7 * MEGABYTE },
  ],
  [
    'places: no admin',
    { url: CSV, status: 404, headers: () => keyed(member, 'application/json'), sent: 1000 },
  ],
  ['places: no JSON', { url: CSV, status: 415, headers: () => keyed(admin, 'text/csv'), sent: 1000 }],
  [
    'JSON: too large',
    {
      url: '/api/journal/entries',
      status: 413,
      headers: () => keyed(member, 'application/json'),
      sent: 300 * 1024,
    },
  ],
  [
    'JSON: not signed in',
    {
      url: '/api/journal/entries',
      status: 401,
      headers: () => ({ origin: OWN_ORIGIN, 'content-type': 'application/json' }),
      sent: 1000,
    },
  ],
  ['unknown address', { url: '/api/nothing', status: 404, headers: jpeg, sent: 1000 }],
];

describe.each(['chunked', 'declared'] as const)(
  'a body that is rejected before it is complete (%s)',
  (framing) => {
    test.each(refused)(
      '%s: the response arrives completely, the rest is dropped, the connection ends',
      async (_name, upload) => {
        const socket = await openSocket();
        const answer = readToEnd(socket);
        socket.write(headOf(upload, framing));
        socket.write(framing === 'chunked' ? chunk(upload.sent) : Buffer.alloc(upload.sent, 65));
        await answered(socket);
        // The client sends the rest of the body after the answer. The server must treat it neither as an error nor as
        // the next request.
        socket.write(framing === 'chunked' ? chunk(1000) : Buffer.alloc(1000, 65));
        socket.write(
          framing === 'chunked' ? '0\r\n\r\n' : Buffer.alloc(MEGABYTE * 10 - upload.sent - 1000, 65),
        );
        const text = await answer;
        expect(text).toMatch(new RegExp(`^HTTP/1.1 ${upload.status} `));
        expect(text).toMatch(/^connection: close\r$/im);
        expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
        expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({ status: upload.status });
      },
    );
  },
);

test.each(refused)(
  'behind a keep-alive proxy the next request gets its own response (%s)',
  async (_name, upload) => {
    const proxy = await openProxy();
    const first = await viaProxy(proxy, {
      method: 'POST',
      url: upload.url,
      headers: upload.headers(),
      bytes: upload.sent + MEGABYTE,
    });
    expect(first).toBe(upload.status);
    expect(await viaProxy(proxy, { method: 'GET', url: '/healthz', headers: {}, bytes: 0 })).toBe(200);
  },
);

test('a client that stops inside a rejected body is disconnected', async () => {
  const [, upload] = refused[0] as (typeof refused)[number];
  const socket = await openSocket();
  const answer = readToEnd(socket);
  socket.write(headOf(upload, 'chunked'));
  socket.write(chunk(upload.sent));
  expect(await answer).toMatch(/^HTTP\/1.1 413 /);
}, 30_000);

test('a complete body keeps its connection', async () => {
  const socket = await openSocket();
  const body = '{"email":"nobody@example.com"}';
  socket.write(
    `POST /api/account/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: ${OWN_ORIGIN}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await answered(socket)).toMatch(/^connection: keep-alive\r$/im);
});

const headOf = ({ url, headers }: Upload, framing: 'chunked' | 'declared') =>
  [
    `POST ${url} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
    framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${MEGABYTE * 10}`,
    '\r\n',
  ].join('\r\n');

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'A'.repeat(bytes)}\r\n`;

function openSocket(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
    open.push(socket);
  });
}

/** Resolves when the first part arrives. */
const answered = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));

function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (part) => (text += part));
  return new Promise((resolve, reject) => {
    socket.once('end', () => resolve(text));
    socket.once('error', (error) => reject(new Error(`${error.message} after ${JSON.stringify(text)}`)));
  });
}

/** Opens a proxy that has one connection to the server and reuses it for the next visitor. */
async function openProxy(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const proxy: Server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = httpRequest({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      const { connection: _, ...passedOn } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 0, passedOn);
      answer.pipe(outgoing);
    });
    passed.on('error', () => (outgoing.headersSent ? undefined : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
    // The proxy drops the rest of a refused body, as most proxies do.
    passed.on('close', () => incoming.unpipe().resume());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  open.push({
    destroy: () => {
      agent.destroy();
      proxy.closeAllConnections();
      proxy.close();
    },
  });
  return (proxy.address() as AddressInfo).port;
}

function viaProxy(
  proxy: number,
  given: { method: string; url: string; headers: Record<string, string>; bytes: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, bytes } = given;
    const sent = httpRequest(
      { agent: false, host: '127.0.0.1', port: proxy, method, path: url, headers },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    if (bytes > 0) sent.setHeader('transfer-encoding', 'chunked');
    for (let left = bytes; left > 0; left -= MEGABYTE) sent.write(Buffer.alloc(Math.min(left, MEGABYTE), 65));
    sent.end();
  });
}
