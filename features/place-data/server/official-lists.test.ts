import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OfficialListState } from '#features/official-lists/official-lists.contract.ts';
import { selectBadges } from '#features/official-lists/server/badges.sql.ts';
import { selectEntriesToCheck } from '#features/official-lists/server/matching.sql.ts';
import { selectListStates } from '#features/official-lists/server/official-lists.sql.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import type { DownloadedList } from '#features/place-data/place-data.contract.ts';
import { makeFolder } from '#server/data-folder.ts';
import { selectWork } from '#server/http/metrics.sql.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import {
  type LicenceRegisterSandbox,
  type PortalAnswer,
  startLicenceRegister,
} from '../../../tools/sandbox/licence-register/licence-register.ts';
import { addListRefresh, addRefresh, addUpload, selectRefresh } from './place-data.sql.ts';
import { registerFile, registerFolder } from './refresh-context.ts';
import { readReports } from './refresh-reports.ts';
import { runRefreshes } from './run-refreshes.ts';

let portal: LicenceRegisterSandbox;
let folder: string;
let on: TestDatabase;

beforeAll(async () => {
  portal = await startLicenceRegister({ port: 0, rows: 600 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.answerWith('good');
  portal.publish({ renamedEvery: Infinity });
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-lists-'));
  on = await createTestDatabase({ max: 6 });
});
afterEach(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({
  BASE_URL: 'https://momokzi.example',
  DATA_DIR: folder,
  DISK_RESERVE_MEGABYTES: 0,
  PLACES_REGISTER_URL: portal.url,
  OPEN_DATA_URL: portal.url,
});

const run = () =>
  runRefreshes({
    database: on.database,
    connectionString: on.connectionString,
    settings: settings(),
    silenceMs: 5_000,
    signal: new AbortController().signal,
    onChange: () => {},
    pauses: { betweenFiles: 10, whenBusy: 10 },
  });

async function refreshList(list: DownloadedList) {
  const { refresh } = await addListRefresh(on.database, { list, startedBy: 'admin' });
  await run();
  return (await selectRefresh(on.database, refresh.id))!;
}

async function upload(list: 'century' | 'good_price', text: string) {
  makeFolder(registerFolder(settings()));
  const id = crypto.randomUUID();
  await writeFile(registerFile(settings(), { id, kind: null }), text);
  await addUpload(on.database, { id, bytes: text.length, list });
  await run();
  return (await selectRefresh(on.database, id))!;
}

const stateOf = async (list: string): Promise<OfficialListState> =>
  (await selectListStates(on.database)).find((state) => state.list === list)!;

test('세 목록을 내려받아, 등록된 곳과 이어 준다', async () => {
  await addRefresh(on.database, { province: '6110000', startedBy: 'admin' });
  await addRefresh(on.database, { province: '6500000', startedBy: 'admin' });
  await run();
  for (const list of ['excellent', 'tourist', 'good_price'] as const) {
    const done = await refreshList(list);
    expect(done, list).toMatchObject({ state: 'done', failure: null, list });
    const { matched, toCheck, unmatched, rows } = await stateOf(list);
    expect(rows, list).toBe(done.files[0]?.rows);
    expect(matched / (matched + toCheck + unmatched), list).toBeGreaterThan(0.9);
  }
  const priced = await on.database
    .selectFrom('official_list_entries')
    .where('list', '=', 'good_price')
    .where('place_id', 'is not', null)
    .select(['place_id', 'name', 'menus'])
    .executeTakeFirstOrThrow();
  const [badge] = await selectBadges(on.database, [priced.place_id!]);
  expect(badge).toMatchObject({ list: 'good_price', placeId: priced.place_id, menus: priced.menus });
  expect(badge?.menus[0]?.price).toBeGreaterThanOrEqual(5000);
  expect(portal.requests()).toContain(
    '/cmm/cmm/fileDownload.do?atchFileId=FILE_000000003594040&fileDetailSn=1',
  );
});

test('목록을 먼저 받아도, 지역을 받으면 이어진다', async () => {
  await refreshList('excellent');
  expect(await stateOf('excellent')).toMatchObject({ matched: 0 });
  await addRefresh(on.database, { province: '6110000', startedBy: 'admin' });
  await run();
  expect((await stateOf('excellent')).matched).toBeGreaterThan(10);
});

test('마지막 갱신이 실패한 목록의 수를 운영자가 본다', async () => {
  const failures = async () =>
    Number((await selectWork(on.database, { today: '2026-11-29' }))?.placeRefreshFailures);
  portal.answerWith('forbidden');
  await refreshList('excellent');
  await refreshList('tourist');
  expect(await failures()).toBe(2);
  portal.answerWith('good');
  await refreshList('excellent');
  expect(await failures()).toBe(1);
});

const CENTURY = (names: readonly string[]) =>
  [
    '연번,업체명,업체주소,연락처',
    ...names.map((name, at) => `${at + 1},${name},서울특별시 중구 명동9길 12,`),
    '',
  ].join('\r\n');

test('목록에서 빠지면 표시가 없어지고 기록은 남는다; 돌아오면 다시 보인다', async () => {
  await seedPlaces(on.database, [
    { placeId: 'kr:a', name: '하동관' },
    { placeId: 'kr:b', name: '명동칼국수' },
  ]);
  const others = Array.from({ length: 8 }, (_, at) => `없는 집 ${at}`);
  expect(await upload('century', CENTURY(['하동관', '명동칼국수', ...others]))).toMatchObject({
    state: 'done',
  });
  const badges = async () =>
    (await selectBadges(on.database, ['kr:a', 'kr:b'])).map(({ placeId }) => placeId);
  expect(await badges()).toEqual(['kr:a', 'kr:b']);
  expect(await upload('century', CENTURY(['하동관', ...others]))).toMatchObject({ state: 'done' });
  expect(await badges()).toEqual(['kr:a']);
  expect(await stateOf('century')).toMatchObject({ left: 1, matched: 1, unmatched: 8 });
  await upload('century', CENTURY(['하동관', '명동칼국수', ...others]));
  expect(await badges()).toEqual(['kr:a', 'kr:b']);
});

test('이름이나 주소가 없는 행은 줄 번호와 이름으로 알 수 있고, 보고서는 마지막 다섯 개만 남는다', async () => {
  const text = ['업체명,업체주소,연락처', '하동관,서울특별시 중구 명동9길 12,', '"주소, 없음",,', ''].join(
    '\r\n',
  );
  const { id, files } = await upload('century', text);
  expect(files).toMatchObject([{ rows: 2, refused: 1 }]);
  expect(await readReports(settings(), { id })).toBe(
    '\ufeffline,licence,name,taken,reason\r\n3,,"주소, 없음",no,no name or no address\r\n',
  );
  for (let at = 0; at < 5; at++) await upload('century', text);
  expect(await readReports(settings(), { id })).toBeNull();
});

test('어느 곳인지 모르면 확인 필요에 남는다', async () => {
  await seedPlaces(on.database, [
    { placeId: 'kr:a', name: '하동관', address: '서울특별시 중구 을지로 3' },
    { placeId: 'kr:b', name: '하동관', address: '서울특별시 중구 퇴계로 5', lat: 37.561 },
  ]);
  await upload('century', CENTURY(['하동관']));
  expect(await selectEntriesToCheck(on.database)).toMatchObject([
    { name: '하동관', list: 'century', candidates: [{ placeId: 'kr:a' }, { placeId: 'kr:b' }] },
  ]);
});

test.each<[PortalAnswer, string]>([
  ['html', 'html'],
  ['unknown_header', 'unknown_header'],
  ['too_small', 'too_small'],
  ['cut_off', 'cut_off'],
  ['fewer_rows', 'fewer_rows'],
  ['wrong_encoding', 'unknown_header'],
  ['forbidden', 'forbidden'],
  ['redirected', 'redirected'],
])('%s: 목록을 받지 못하면 저장된 목록은 그대로다', async (answer, code) => {
  await refreshList('excellent');
  const before = await stateOf('excellent');
  portal.answerWith(answer);
  expect(await refreshList('excellent')).toMatchObject({ state: 'failed', failure: { code } });
  expect(await stateOf('excellent')).toEqual(before);
});
