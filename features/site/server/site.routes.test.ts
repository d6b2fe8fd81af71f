import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test('API 설명서는 누구나 받을 수 있고, 저장소의 것과 같다', async () => {
  const answer = await on.app.inject({ method: 'GET', url: '/api/openapi.json' });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.body).toBe(await readFile('docs/openapi.json', 'utf8'));
  expect(answer.json().paths['/api/openapi.json'].get.summary).toBeTruthy();
});
