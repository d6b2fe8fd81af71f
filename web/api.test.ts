import { onlineManager } from '@tanstack/react-query';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { ApiProblem, call, isNetworkProblem, retryLostConnection } from './api.ts';

const getThing = endpoint({
  method: 'GET',
  url: '/api/things/:thingId/parts',
  access: 'anyone',
  schema: {
    summary: 'A thing',
    params: z.object({ thingId: z.string() }),
    querystring: z.object({ lat: z.coerce.number().optional(), q: z.string() }),
    response: { 200: z.object({ name: z.string() }) },
  },
  problems: [],
});

const addThing = endpoint({
  method: 'POST',
  url: '/api/things',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Add',
    body: z.object({ name: z.string() }),
    response: { 201: z.object({ id: z.string() }) },
  },
  problems: [],
});

type Seen = { method?: string; url?: string; headers: Record<string, unknown>; body: string };

let seen: Seen;
let close: () => Promise<void>;
let answer: RequestListener;

const json =
  (status: number, body: unknown, type = 'application/json'): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));

const problemJson = 'application/problem+json; charset=utf-8';

/** Starts a server. The origin of the server is prepended to each URL, because Node has no page origin. */
beforeEach(async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      answer(request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await close();
});

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => expect.fail('the call should have failed'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
};

describe('call', () => {
  test('주소의 경로와 쿼리를 채우고, 없는 값은 보내지 않는다', async () => {
    answer = json(200, { name: '칼국수' });
    const thing = await call(getThing, {
      params: { thingId: 'own:가/나' },
      querystring: { q: '국밥 & 면', lat: undefined },
    });
    expect(thing).toEqual({ name: '칼국수' });
    expect(seen.url).toBe('/api/things/own%3A%EA%B0%80%2F%EB%82%98/parts?q=%EA%B5%AD%EB%B0%A5+%26+%EB%A9%B4');
    expect(seen.headers['content-type']).toBeUndefined();
  });

  test('본문은 JSON으로, 멱등 키는 머리말로 간다', async () => {
    answer = json(201, { id: '1' });
    await call(addThing, { body: { name: '국밥' }, idempotencyKey: 'key-1' });
    expect(seen).toMatchObject({ method: 'POST', body: '{"name":"국밥"}' });
    expect(seen.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' });
  });

  test('서버가 거절하면 코드와 값과 칸마다의 잘못을 그대로 알린다', async () => {
    const errors = [{ path: 'name', code: 'too_long', params: { maximum: 20 } }];
    answer = json(
      409,
      { type: 'x', title: 'x', status: 409, code: 'things.full', params: { limit: 10 }, errors },
      problemJson,
    );
    const problem = await failureOf(call(addThing, { body: { name: '' }, idempotencyKey: 'k' }));
    expect(problem).toMatchObject({ status: 409, code: 'things.full', params: { limit: 10 }, errors });
    expect(isNetworkProblem(problem)).toBe(false);
  });

  test.each([
    ['문제 형식이 아닌 오류', 502, { error: 'bad gateway' }, 'application/json'],
    ['코드 없는 문제', 500, { title: 'x' }, problemJson],
  ])('%s는 서버의 잘못이다', async (_, status, body, type) => {
    answer = json(status, body, type);
    expect(await failureOf(call(addThing, { body: { name: 'a' }, idempotencyKey: 'k' }))).toMatchObject({
      status,
      code: 'server.failed',
    });
  });

  test('읽을 수 없는 성공도 서버의 잘못이다', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    expect(await failureOf(call(addThing, { body: { name: 'a' }, idempotencyKey: 'k' }))).toMatchObject({
      code: 'server.failed',
    });
  });

  test('답이 없으면 끊긴 것인지 오프라인인지 알린다', async () => {
    answer = (request) => request.socket.destroy();
    const lost = await failureOf(call(getThing, { params: { thingId: '1' }, querystring: { q: '' } }));
    expect(lost).toMatchObject({ status: 0, code: 'network.failed' });
    onlineManager.setOnline(false);
    const offline = await failureOf(call(getThing, { params: { thingId: '1' }, querystring: { q: '' } }));
    expect(offline.code).toBe('network.offline');
    expect(isNetworkProblem(offline)).toBe(true);
    onlineManager.setOnline(true);
  });

  test('도중에 끊긴 답도 연결이 끊긴 것이다', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"na');
      setTimeout(() => response.destroy(), 20);
    };
    const problem = await failureOf(call(getThing, { params: { thingId: '1' }, querystring: { q: '' } }));
    expect(problem.code).toBe('network.failed');
  });

  test.each<[string, RequestListener]>([
    ['답을 시작하지 않는', () => {}],
    [
      '답을 하다 마는',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"na');
      },
    ],
  ])('%s 서버를 한없이 기다리지 않고, 자동으로 다시 묻지도 않는다', async (_, silence) => {
    answer = silence;
    const problem = await failureOf(
      call(getThing, { params: { thingId: '1' }, querystring: { q: '' }, timeoutMilliseconds: 50 }),
    );
    expect(problem).toMatchObject({ status: 0, code: 'network.timed_out' });
    expect(isNetworkProblem(problem)).toBe(true);
    expect(retryLostConnection(0, problem)).toBe(false);
    // A request that timed out is not retried, but a broken connection is retried twice.
    const lost = new ApiProblem({ status: 0, code: 'network.failed' });
    expect([0, 1, 2].map((failures) => retryLostConnection(failures, lost))).toEqual([true, true, false]);
  });

  test('그만두면 문제가 아니라 그만둔 이유가 온다', async () => {
    answer = () => {};
    const controller = new AbortController();
    const pending = call(getThing, {
      params: { thingId: '1' },
      querystring: { q: '' },
      signal: controller.signal,
    });
    controller.abort(new Error('left'));
    await expect(pending).rejects.toThrow('left');
  });
});
