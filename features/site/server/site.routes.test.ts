import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { REMOVAL_WORKER } from './removal-worker.ts';
import { serviceWorkerRoutes } from './service-worker.routes.ts';
import { siteRoutes } from './site.routes.ts';

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

test('서비스 워커를 끄면 화면에 알리고, 자기를 지우는 워커를 준다', async () => {
  const off = await openTestApp({
    features: [siteRoutes, serviceWorkerRoutes],
    settings: { SERVICE_WORKER: 'off' },
  });
  try {
    expect((await off.app.inject('/api/site')).json().offline.isOn).toBe(false);
    const worker = await off.app.inject('/service-worker.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect(worker.body).toBe(REMOVAL_WORKER);
  } finally {
    await off.close();
  }
});
