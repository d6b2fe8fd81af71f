import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#common/dates.ts';
import { keepReleasedAssets } from './released-assets.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let webFolder: string;
let dataFolder: string;
let on: TestApp;

const build = (version: string) => {
  rmSync(path.join(webFolder, 'assets'), { recursive: true, force: true });
  mkdirSync(path.join(webFolder, 'assets'));
  writeFileSync(path.join(webFolder, 'index.html'), `<!doctype html>${version}`);
  writeFileSync(path.join(webFolder, `assets/page-${version}.js`), `/* ${version} */`);
};
const get = (url: string) => on.app.inject({ url, headers: { accept: '*/*' } });

beforeAll(async () => {
  webFolder = mkdtempSync(path.join(tmpdir(), 'momokzi-web-'));
  dataFolder = mkdtempSync(path.join(tmpdir(), 'momokzi-data-'));
  build('monday');
  on = await openTestApp({ features: [], webFolder, settings: { DATA_DIR: dataFolder } });
});
afterAll(async () => {
  await on.close();
  rmSync(webFolder, { recursive: true });
  rmSync(dataFolder, { recursive: true });
});

test('배포한 뒤에도 열려 있던 화면은 일주일 동안 이전 버전의 파일을 받는다', async () => {
  const monday = Date.now();
  await keepReleasedAssets({ webFolder, dataFolder, now: monday });
  build('tuesday');
  await keepReleasedAssets({ webFolder, dataFolder, now: monday + DAY_MS });

  const old = await get('/assets/page-monday.js');
  expect([old.statusCode, old.body]).toEqual([200, '/* monday */']);
  expect(old.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/page-tuesday.js')).body).toBe('/* tuesday */');

  await keepReleasedAssets({ webFolder, dataFolder, now: monday + 8 * DAY_MS });
  expect((await get('/assets/page-monday.js')).statusCode).toBe(404);
  expect((await get('/assets/page-tuesday.js')).statusCode).toBe(200);
});

test('이름으로 다른 파일을 읽을 수 없다', async () => {
  mkdirSync(path.join(dataFolder, 'released-assets/assets'), { recursive: true });
  writeFileSync(path.join(dataFolder, 'released-assets/secret.txt'), 'secret');
  for (const url of ['/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/assets/..%2fsecret.txt'])
    expect((await get(url)).body, url).not.toContain('secret');
});
