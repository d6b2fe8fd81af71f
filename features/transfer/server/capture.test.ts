import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { curlOf } from '../capture.rules.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test('보여 주는 명령은 쓰기 토큰으로 한 곳을 담는다', async () => {
  const member = await signUpMember(on.app);
  const made = await on.app.inject({
    method: 'POST',
    url: '/api/account/tokens',
    headers: member.headers,
    payload: { name: '단축어', scope: 'read-write' },
  });
  expect(made.statusCode, made.body).toBe(201);
  const command = curlOf('https://momokzi.example', { name: "은하'국밥", address: '서울 중구 을지로 12' });
  const [, method, url] = /^curl -X (\w+) (\S+) /.exec(command) ?? [];
  // What a shell passes on: the values of the options without their quotes.
  const [, data] = / -d (.*)$/.exec(command) ?? [];
  const payload = (data ?? '').slice(1, -1).replaceAll(`'\\''`, "'");
  const names = [...command.matchAll(/ -H ['"]([\w-]+): ([^'"]*)/g)].map(([, name]) => name?.toLowerCase());
  expect(names).toEqual(['authorization', 'idempotency-key', 'content-type']);
  const answer = await on.app.inject({
    method: method as 'POST',
    url: new URL(url ?? '').pathname,
    headers: {
      authorization: `Bearer ${made.json().secret}`,
      'idempotency-key': '0d9d9b2c-6a52-4c7f-9a52-6d3e4e1c2b1a',
      'content-type': 'application/json',
    },
    payload,
  });
  expect([answer.statusCode, answer.json().restaurant?.name]).toEqual([201, "은하'국밥"]);
});
