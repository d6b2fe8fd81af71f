import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProvinceCode } from '#common/regions.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { countLockWaits, createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { testRuns } from '#server/test-runs.ts';
import {
  type LicenceRegisterSandbox,
  PORTAL_ANSWERS,
  type PortalAnswer,
  startLicenceRegister,
} from '../../../tools/sandbox/licence-register/licence-register.ts';
import {
  addRefresh,
  requestStop,
  selectProvinceFiles,
  selectRefresh,
  underRefreshLock,
} from './place-data.sql.ts';
import { runRefreshes } from './run-refreshes.ts';

const SEOUL = '6110000';
const JEJU = '6500000';
const ROWS = 600;

let portal: LicenceRegisterSandbox;
let folder: string;
let on: TestDatabase;

beforeAll(async () => {
  portal = await startLicenceRegister({ port: 0, rows: ROWS });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.answerWith('good');
  portal.publish({ renamedEvery: Infinity });
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-place-data-'));
  on = await createTestDatabase({ max: 6 });
});
afterEach(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (given: { reserve?: number } = {}) => ({
  BASE_URL: 'https://momokzi.example',
  DATA_DIR: folder,
  DISK_RESERVE_MEGABYTES: given.reserve ?? 0,
  PLACES_REGISTER_URL: portal.url,
  OPEN_DATA_URL: portal.url,
});

/** Requests a refresh and runs it in this process. The pauses are short, so that the test is. */
async function refresh(province: ProvinceCode, { reserve = 0, silenceMs = 60_000 } = {}) {
  const { database, connectionString } = on;
  const added = await addRefresh(database, { province, startedBy: 'admin' });
  await runRefreshes({
    database,
    connectionString,
    silenceMs,
    settings: settings({ reserve }),
    signal: new AbortController().signal,
    onChange: () => {},
    pauses: { betweenFiles: 10, whenBusy: 10 },
  });
  return (await selectRefresh(database, added.refresh.id))!;
}

/** The files of refreshes, without the reports, which the admin can download. */
const filesLeft = async () =>
  (await readdir(path.join(folder, 'place-data'))).filter((file) => !file.endsWith('.report.csv'));

const places = async () => {
  const { rows } = await sql<{ place_id: string; name: string }>`
    select place_id, name from places where not is_example order by place_id`.execute(on.database);
  return rows;
};

test('한 지역의 세 파일을 내려받아 담고, 초성으로도 찾는다', async () => {
  const done = await refresh(SEOUL);

  expect(done).toMatchObject({ state: 'done', failure: null, step: null });
  expect(done.files.map(({ kind }) => kind)).toEqual(['general_restaurants', 'rest_cafes', 'bakeries']);
  expect(done.files.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(ROWS * 0.95);
  // Page, check and file of each kind, in this order.
  expect(portal.requests().slice(-9, -6)).toEqual([
    '/file/general_restaurants/info',
    '/file/validate/download-count',
    '/file/download/general_restaurants/info?orgCode=6110000_ALL',
  ]);
  const stored = await places();
  expect(stored.length).toBeGreaterThan(ROWS * 0.9);
  const open = await on.database
    .selectFrom('places')
    .select(['name', 'lat', 'lng'])
    .where('business_status', '=', 'operational')
    .where('lat', 'is not', null)
    .where('is_example', '=', false)
    .execute();
  const { name, lat, lng } = open.find((place) => /^[가-힣]{4,8}$/.test(place.name))!;
  const found = await localIndex(on.database).autocomplete({
    query: initialsOf(name),
    near: { lat: lat!, lng: lng! },
  });
  expect(JSON.stringify(found)).toContain(name);
  expect(await filesLeft()).toEqual([]);
});

/** The initial consonants of Hangul syllables, by the Unicode standard: 588 syllables have the same initial. */
const initialsOf = (name: string) =>
  [...name]
    .map(
      (letter) => 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'[Math.floor((letter.charCodeAt(0) - 0xac00) / 588)],
    )
    .join('');

describe('파일이 이상하면 이유를 남기고 있던 장소를 그대로 둔다', () => {
  const CASES: [PortalAnswer, string, number?][] = [
    ['html', 'html'],
    ['too_small', 'too_small'],
    ['unknown_header', 'unknown_header'],
    ['cut_off', 'cut_off'],
    ['cut_off_unannounced', 'cut_off'],
    ['fewer_rows', 'fewer_rows', 49],
    ['redirected', 'redirected'],
    ['forbidden', 'forbidden'],
    ['silent', 'timeout'],
    ['wrong_encoding', 'wrong_encoding'],
    ['busy', 'busy'],
    ['failing', 'status', 500],
    ['down', 'cut_off'],
  ];
  test.each(CASES)('%s', async (answer, code, detail) => {
    await refresh(JEJU);
    const [before, filesBefore] = [await places(), await selectProvinceFiles(on.database)];
    portal.publish({ renamedEvery: 2 });
    portal.answerWith(answer);

    const failed = await refresh(JEJU, { silenceMs: 1_000 });

    expect(failed).toMatchObject({ state: 'failed', failure: { code }, files: [] });
    if (detail !== undefined) expect(Math.abs((failed.failure?.detail ?? 0) - detail)).toBeLessThan(3);
    expect(await places()).toEqual(before);
    expect(await selectProvinceFiles(on.database)).toEqual(filesBefore);
    expect(await filesLeft()).toEqual([]);

    portal.answerWith('good');
    expect(await refresh(JEJU)).toMatchObject({ state: 'done' });
    expect((await places()).filter(({ name }) => name.startsWith('새 ')).length).toBeGreaterThan(
      before.length / 3,
    );
  });
});

test('이상한 답이 아무 차례로 이어져도 있던 장소는 그대로다', { timeout: 600_000 }, async () => {
  await refresh(JEJU);
  const [before, filesBefore] = [await places(), await selectProvinceFiles(on.database)];
  portal.publish({ renamedEvery: 2 });
  const bad = PORTAL_ANSWERS.filter((each) => !['good', 'utf8', 'busy_once'].includes(each));
  // `npm test -- --all` tries each answer 20 times.
  const times = testRuns(1) === 1 ? 1 : 20;
  const [order] = fc.sample(
    fc.shuffledSubarray(
      bad.flatMap((answer) => Array.from({ length: times }, () => answer)),
      { minLength: bad.length * times },
    ),
    1,
  );
  for (const answer of order ?? []) {
    portal.answerWith(answer);
    expect(await refresh(JEJU, { silenceMs: 300 }), answer).toMatchObject({ state: 'failed', files: [] });
    expect(await places(), answer).toEqual(before);
  }
  expect(order).toHaveLength(bad.length * times);
  expect(await selectProvinceFiles(on.database)).toEqual(filesBefore);
  expect(await filesLeft()).toEqual([]);
  portal.answerWith('good');
  expect(await refresh(JEJU)).toMatchObject({ state: 'done' });
});

test('한 파일만 이상하면 나머지는 담는다', async () => {
  portal.answerWith('html', 'rest_cafes');
  const failed = await refresh(SEOUL);
  expect(failed).toMatchObject({ state: 'failed', failure: { code: 'html' } });
  expect(failed.files.map(({ kind }) => kind)).toEqual(['general_restaurants', 'bakeries']);
});

test('바쁘다고 하면 기다렸다가 한 번 더 묻고, UTF-8 파일도 읽는다', async () => {
  portal.answerWith('busy_once');
  expect(await refresh(JEJU)).toMatchObject({ state: 'done' });
  const before = await places();
  portal.answerWith('utf8');
  const again = await refresh(JEJU);
  expect(again).toMatchObject({ state: 'done' });
  expect(again.files.map(({ added, changed }) => added + changed)).toEqual([0, 0, 0]);
  expect(await places()).toEqual(before);
});

test('조금 바뀐 자료는 바뀐 곳만 쓴다', async () => {
  await refresh(SEOUL);
  const count = await on.database
    .selectFrom('places')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  const writesOf = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(on.database);
    const { rows } = await sql<{ writes: number }>`
      select (n_tup_ins + n_tup_upd + n_tup_del)::int4 as writes from pg_stat_user_tables
      where relname = 'places'`.execute(on.database);
    return rows[0]!.writes;
  };
  const before = await writesOf();
  portal.publish({ renamedEvery: 50 });

  const { files } = await refresh(SEOUL);

  const changed = files.reduce((sum, file) => sum + file.changed, 0);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(count.all / 25);
  await expect.poll(writesOf, { timeout: 10_000 }).toBe(before + changed);
});

test('디스크가 모자라면 시작하지 않고, 멈추라고 하면 멈춘다', async () => {
  expect(await refresh(JEJU, { reserve: 1_000_000_000 })).toMatchObject({
    state: 'failed',
    failure: { code: 'disk_full' },
  });
  portal.answerWith('silent');
  const { database } = on;
  const running = refresh(JEJU);
  const { refresh: active } = await addRefresh(database, { province: JEJU, startedBy: 'admin' });
  await expect.poll(async () => (await selectRefresh(database, active.id))?.step).toBe('downloading');
  await requestStop(database, active.id);
  expect(await running).toMatchObject({ state: 'stopped', failure: null });
  expect(await places()).toEqual([]);
});

test('파일을 쓰지 못하면 사이트에 연결하지 못했다고 하지 않는다', async () => {
  const { refresh: added } = await addRefresh(on.database, { province: JEJU, startedBy: 'admin' });
  const part = path.join(folder, 'place-data', `${added.id}-general_restaurants.csv.part`);
  await mkdir(part, { recursive: true });
  expect(await refresh(JEJU)).toMatchObject({ state: 'failed', failure: { code: 'error' } });
});

describe('과정이 죽으면', () => {
  const startProcess = () =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'refresh-places.ts'), '--due'], {
      stdio: 'ignore',
      env: {
        ...testEnvironment,
        NODE_ENV: 'test',
        AUTH_SECRET: 'x'.repeat(32),
        DATABASE_URL: on.connectionString,
        DATA_DIR: folder,
        DISK_RESERVE_MEGABYTES: '0',
        PLACES_REGISTER_URL: portal.url,
      },
    });

  async function runProcess(): Promise<number | null> {
    const [code] = (await once(startProcess(), 'exit')) as [number | null];
    return code;
  }

  /** The steps of a refresh. The process is killed when it begins one of them. */
  const POINTS = [
    'downloading general_restaurants',
    'checking general_restaurants',
    'pausing rest_cafes',
    'downloading rest_cafes',
    'checking rest_cafes',
    'pausing bakeries',
    'downloading bakeries',
    'checking bakeries',
    'importing general_restaurants',
    'importing rest_cafes',
    'importing bakeries',
    'indexing',
    'matching',
  ];
  /** Key of the advisory lock at which the process waits for its end. */
  const END = 1;

  /** Lets every process wait when it begins the step that the table `points` contains. */
  const waitAtPoints = () =>
    sql`
      create table points (point text);
      create function await_end() returns trigger language plpgsql as
      ${sql.lit(`begin
        if exists (select from points where point = concat_ws(' ', new.step, new.kind)) then
          perform pg_advisory_xact_lock_shared(${END});
        end if;
        return new;
      end`)};
      create trigger await_end before update of step on register_refreshes
        for each row execute function await_end()`.execute(on.database);

  /** Runs the process until it begins the step, and kills it. */
  async function killAt(point: string): Promise<void> {
    await sql`truncate points`.execute(on.database);
    await sql`insert into points values (${point})`.execute(on.database);
    const lock = await on.pool.connect();
    await lock.query('select pg_advisory_lock($1)', [END]);
    const child = startProcess();
    const ended = once(child, 'exit');
    await expect
      .poll(() => countLockWaits(on.database), { timeout: 60_000, message: point })
      .toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    await lock.query('select pg_advisory_unlock($1)', [END]);
    lock.release();
    // The database notices the end of the process, and frees its locks.
    await expect.poll(countAdvisoryLocks, { timeout: 30_000 }).toBe(0);
  }

  const countAdvisoryLocks = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int4 as count from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    `.execute(on.database);
    return rows[0]?.count;
  };

  test('다음 과정이 이어서 끝내고, 결과는 한 번에 끝낸 것과 같다', { timeout: 300_000 }, async () => {
    await refresh(JEJU);
    const expected = await places();
    await sql`truncate places, register_files restart identity cascade`.execute(on.database);
    const { database } = on;
    const { refresh: added } = await addRefresh(database, { province: JEJU, startedBy: 'admin' });
    await waitAtPoints();
    for (const point of POINTS) {
      await killAt(point);
      expect(await places(), point).toEqual(point === 'matching' ? expected : []);
    }
    expect(await runProcess()).toBe(0);

    const done = await selectRefresh(database, added.id);
    expect(done).toMatchObject({ state: 'done', failure: null });
    expect(done?.files.map(({ kind }) => kind)).toEqual(['general_restaurants', 'rest_cafes', 'bakeries']);
    expect(done?.files.reduce((sum, file) => sum + file.added, 0)).toBe(expected.length);
    expect(await places()).toEqual(expected);
    expect(await filesLeft()).toEqual([]);
  });

  test('두 과정이 함께 뛰지 않는다', async () => {
    const { database } = on;
    await addRefresh(database, { province: JEJU, startedBy: 'admin' });
    await underRefreshLock(database, async () => {
      expect(await runProcess()).toBe(0);
    });
    expect(await places()).toEqual([]);
    expect(await runProcess()).toBe(0);
    expect((await places()).length).toBeGreaterThan(100);
  });
});
