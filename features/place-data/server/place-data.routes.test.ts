import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { PlaceData, Refresh } from '#features/place-data/place-data.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { planRefreshes } from './place-data-jobs.ts';

let on: TestApp;
let admin: TestMember;
let member: TestMember;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-place-data-'));
  on = await openTestApp({
    settings: { ADMIN_EMAIL: 'boss@example.com', DATA_DIR: folder, PLACES_REGIONS: '서울, 제주' },
  });
  admin = await openAdmin(on);
  member = await signUpMember(on.app);
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (person: TestMember, method: 'GET' | 'POST', url: string, payload?: object | string) =>
  on.app.inject({
    method,
    url: `/api/admin/place-data${url}`,
    headers: { ...person.headers, ...(typeof payload === 'string' && { 'content-type': 'text/csv' }) },
    ...(payload !== undefined && { payload }),
  });
const read = async () => (await send(admin, 'GET', '')).json<PlaceData>();

test('관리자만 보고 시작하고 멈춘다', async () => {
  for (const [method, url, body] of [
    ['GET', ''],
    ['POST', '/refreshes', { province: '6110000' }],
    ['POST', '/files', 'a,b'],
  ] as const)
    expect((await send(member, method, url, body)).statusCode).toBe(404);
  const data = await read();
  expect(data).toMatchObject({ refreshes: [], hasOnlyExamples: true });
  expect(data.provinces).toHaveLength(16);
  expect(data.provinces[0]).toMatchObject({ name: '서울특별시', rows: null, isScheduled: true });
});

test('같은 지역을 두 번 눌러도 하나만 기다리고, 기다리는 것은 바로 멈춘다', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(admin, 'POST', '/refreshes', { province: '6260000' })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  const ids = new Set(answers.map((answer) => answer.json<Refresh>().id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  expect((await read()).refreshes).toMatchObject([{ id, state: 'waiting', startedBy: 'admin' }]);

  expect((await send(admin, 'POST', `/refreshes/${id}/stop`)).json()).toMatchObject({ state: 'stopped' });
  expect((await send(admin, 'POST', `/refreshes/${id}/stop`)).json()).toMatchObject({ state: 'stopped' });
  expect(
    (await send(admin, 'POST', '/refreshes/0198c0de-0000-7000-8000-000000000000/stop')).json(),
  ).toMatchObject({
    code: 'refreshes.not_found',
  });
  expect((await send(admin, 'POST', '/refreshes', { province: '9999999' })).statusCode).toBe(400);
});

test('올린 파일은 그대로 저장되고 차례를 기다린다', async () => {
  const text = '관리번호,사업장명\n1,하동관\n';
  const answer = await send(admin, 'POST', '/files', text);
  expect(answer.statusCode).toBe(201);
  const { id, province, startedBy } = answer.json<Refresh>();
  expect({ province, startedBy }).toEqual({ province: null, startedBy: 'upload' });
  expect(await readFile(path.join(folder, 'place-data', `${id}-upload.csv`), 'utf8')).toBe(text);
});

test('관리자는 제외된 행을 파일로 받는다', async () => {
  const { id } = (await send(admin, 'POST', '/files', '관리번호,사업장명\n')).json<Refresh>();
  const report = () => send(admin, 'GET', `/refreshes/${id}/report`);
  expect((await report()).json()).toMatchObject({ code: 'refreshes.not_found' });
  const csv = '\ufeffline,licence,name,taken,reason\r\n2,,,no,no name (사업장명)\r\n';
  await writeFile(path.join(folder, 'place-data', `${id}-upload.csv.report.csv`), csv);
  const answer = await report();
  expect(answer.body).toBe(csv);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect((await send(member, 'GET', `/refreshes/${id}/report`)).statusCode).toBe(404);
});

test('정해 둔 지역은 밤에 예약되고, 그 밤의 네 시간 안에 시작한다', async () => {
  const settings = { PLACES_REGIONS: '서울, 제주', PLACES_REFRESH: 'weekly' as const };
  const { database } = on;
  const now = Date.now();
  await planRefreshes({ database, settings: { ...settings, PLACES_REFRESH: 'off' }, now, isNight: true });
  expect((await read()).refreshes.filter(({ startedBy }) => startedBy === 'schedule')).toEqual([]);

  await planRefreshes({ database, settings, now, isNight: true });
  await planRefreshes({ database, settings, now, isNight: true });
  const planned = await database
    .selectFrom('register_refreshes')
    .select(['province', 'list', 'not_before'])
    .where('started_by', '=', 'schedule')
    .orderBy('province')
    .execute();
  expect(planned.map(({ province }) => province)).toEqual(['6110000', '6500000', null, null, null]);
  // The official lists are refreshed with the register.
  expect(planned.flatMap(({ list }) => list ?? []).toSorted()).toEqual([
    'excellent',
    'good_price',
    'tourist',
  ]);
  for (const { not_before } of planned) {
    expect(not_before.getTime()).toBeGreaterThanOrEqual(now);
    expect(not_before.getTime()).toBeLessThanOrEqual(now + 4 * 3_600_000);
  }
  // A press of the admin does not wait for the night.
  await send(admin, 'POST', '/refreshes', { province: '6110000' });
  const { not_before } = await database
    .selectFrom('register_refreshes')
    .select('not_before')
    .where('province', '=', '6110000')
    .executeTakeFirstOrThrow();
  expect(not_before.getTime()).toBeLessThanOrEqual(Date.now());
});
