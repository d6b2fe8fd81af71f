import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCp949, registerLines, writeRegister } from './generated-register.test-factory.ts';
import { distanceMetres } from '#common/geo.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { countLockWaits, createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { registerChunks } from './register-chunks.ts';
import { runImport as runImportHere } from './run-import.ts';

const command = path.join(import.meta.dirname, 'import-places.ts');

let folder: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-import-'));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await rm(folder, { recursive: true, force: true });
});

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ max: 4 });
  databases.push(database);
  return database;
}

const environmentOf = ({ connectionString }: TestDatabase) => ({
  ...testEnvironment,
  NODE_ENV: 'test',
  AUTH_SECRET: 'x'.repeat(32),
  DATABASE_URL: connectionString,
  DATA_DIR: folder,
});

type Run = { code: number; stdout: string; stderr: string };

/** Runs the command in this process, because starting a process for each small import takes most of the CPU time. */
async function runImport(database: TestDatabase, ...args: string[]): Promise<Run> {
  const [stdout, stderr] = [textStream(), textStream()];
  const { signal } = new AbortController();
  const code = await runImportHere({
    args,
    environment: environmentOf(database),
    signal,
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function textStream() {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

/** Runs the command as a process, as an operator does. */
const runProcess = (database: TestDatabase, ...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: environmentOf(database) },
      (error, stdout, stderr) =>
        resolve({ code: error ? ((error.code as unknown as number) ?? -1) : 0, stdout, stderr }),
    );
  });

/** Returns the number of rows that the scan of the nearest places also has to read from the table. */
async function rowsReadBesidesIndex({ database }: TestDatabase): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off; set local enable_sort = off`.execute(transaction);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze) select letters from places where spot is not null order by spot <-> '(0,0)'`.execute(
      transaction,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return Number(/Heap Fetches: (\d+)/.exec(plan)?.[1]);
  });
}

async function registerFile(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, encodeCp949(text));
  return file;
}

/** Returns a register file in the old or the new format. Each row is given by the columns that matter to the test. */
const register = (header: 'new' | 'old', rows: Record<string, string>[]): string =>
  columnsOf(header).join(',').concat('\r\n', rowsOf(header, rows));

const rowsOf = (header: 'new' | 'old', rows: Record<string, string>[]): string =>
  rows
    .map((row) => columnsOf(header).map((column) => `"${(row[column] ?? '').replaceAll('"', '""')}"`))
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('');

function columnsOf(header: 'new' | 'old'): string[] {
  const [head] = registerLines({ rows: 0, header });
  return (head as string).trim().split(',');
}

/** Returns the lines that an import of the file copies to the database. */
async function readLines(file: string): Promise<string> {
  const chunks = [];
  for await (const { fresh } of registerChunks({ file })) chunks.push(Buffer.from(fresh));
  return Buffer.concat(chunks).toString();
}

const seoul = {
  개방자치단체코드: '3010000',
  영업상태명: '영업/정상',
  '좌표정보(X)': '198000',
  '좌표정보(Y)': '451000',
};
const newRow = (row: Record<string, string>) => ({
  ...seoul,
  도로명주소: '서울특별시 중구 명동9길 12, 1층 (을지로1가)',
  지번주소: '서울특별시 중구 을지로1가 63-1번지',
  업태구분명: '한식',
  ...row,
});

/** Returns the stored rows of places, without the ids that this database assigned. */
async function storedPlaces({ database }: TestDatabase) {
  const { rows } = await sql<Record<string, unknown>>`
    select place_id, name, address, address_words, lat, lng, kind, category_id, phone_number, website, business_status,
      closed_on::text, updated_on::text
    from places order by place_id`.execute(database);
  return rows;
}

/** Returns the columns that searches read. */
async function storedKeys({ database }: TestDatabase) {
  const { rows } = await sql<Record<string, unknown>>`
    select place_id, letters, initials, sound, address_terms, spot::text from places order by place_id`.execute(
    database,
  );
  return rows;
}

describe('인허가 파일', { timeout: 120_000 }, () => {
  test('새 머리글과 옛 머리글, CP949와 UTF-8을 모두 똑같이 읽는다', async () => {
    const files = [];
    for (const [header, encoding] of [
      ['new', 'cp949'],
      ['old', 'cp949'],
      ['new', 'utf-8'],
      ['old', 'utf-8-bom'],
    ] as const) {
      const file = path.join(folder, `${header}-${encoding}.csv`);
      await writeRegister({ file, rows: 200, header, encoding, hasFaults: false });
      files.push(file);
    }
    // After `registerChunks`, an import does not depend on the format. Therefore one import is enough.
    const lines = await Promise.all(files.map(readLines));
    expect(lines[0]?.split('\n')).toHaveLength(200 + 1);
    for (const each of lines) expect(each).toBe(lines[0]);
    const database = await openDatabase();
    const run = await runProcess(database, files.at(-1) as string);
    expect(run.code, run.stderr).toBe(0);
    expect(await storedPlaces(database)).toHaveLength(200);
  });

  test('이름, 주소, 전화, 종류, 영업 상태, 날짜, 좌표를 옮긴다', async () => {
    const database = await openDatabase();
    const file = await registerFile(
      'facts.csv',
      register('new', [
        newRow({
          관리번호: '3010000-101-2019-00001',
          사업장명: '  노을목   칼국수 ',
          전화번호: '02 0000 1234',
          홈페이지: 'https://example.com/',
          최종수정시점: '2025-03-04 10:00:00',
        }),
        newRow({
          관리번호: '3010000-101-2001-00002',
          사업장명: '무쇠골, "본점"',
          도로명주소: '',
          영업상태명: '폐업',
          폐업일자: '20200229',
          업태구분명: '',
        }),
        newRow({
          관리번호: '3010000-101-2001-00003',
          사업장명: '쉬는집',
          영업상태명: '휴업',
          최종수정시점: '20190231101112',
        }),
      ]),
    );
    expect((await runImport(database, file)).code).toBe(0);
    expect(await storedPlaces(database)).toEqual([
      expect.objectContaining({
        place_id: 'kr:3010000:3010000-101-2001-00002',
        name: '무쇠골, "본점"',
        address: '서울특별시 중구 을지로1가 63-1번지',
        kind: null,
        business_status: 'closed_permanently',
        closed_on: '2020-02-29',
      }),
      expect.objectContaining({ name: '쉬는집', business_status: 'closed_temporarily', updated_on: null }),
      expect.objectContaining({
        place_id: 'kr:3010000:3010000-101-2019-00001',
        name: '노을목 칼국수',
        address: '서울특별시 중구 명동9길 12, 1층 (을지로1가)',
        kind: '한식',
        category_id: 'noodles',
        phone_number: '02-0000-1234',
        website: 'https://example.com/',
        business_status: 'operational',
        updated_on: '2025-03-04',
        lat: 37.561275,
        lng: 126.978152,
      }),
    ]);
    const places = localIndex(database.database);
    expect((await places.autocomplete({ query: '노을목 을지로' })).map(({ name }) => name)).toEqual([
      '노을목 칼국수',
    ]);
    expect((await places.details({ placeId: 'kr:3010000:3010000-101-2001-00002' }))?.businessStatus).toBe(
      'closed_permanently',
    );
  });

  test('전각으로 적은 이름과 주소를 반각으로 옮긴다', async () => {
    const database = await openDatabase();
    const file = await registerFile(
      'full-width.csv',
      register('new', [
        newRow({
          관리번호: 'F-1',
          사업장명: 'ＷＯＷ９통닭（본점）',
          도로명주소: '서울특별시 중구 명동９길 １２',
          지번주소: '',
        }),
      ]),
    );
    expect((await runImport(database, file)).code).toBe(0);
    expect(await storedPlaces(database)).toMatchObject([
      { name: 'WOW9통닭(본점)', address: '서울특별시 중구 명동9길 12' },
    ]);
    const found = await localIndex(database.database).autocomplete({ query: 'ｗｏｗ９통닭 명동９길' });
    expect(found.map(({ name }) => name)).toEqual(['WOW9통닭(본점)']);
  });

  test('만든 좌표가 베셀 중부원점에서 1m도 어긋나지 않고 돌아온다', async () => {
    const database = await openDatabase();
    const file = path.join(folder, 'points.csv');
    await writeRegister({ file, rows: 300, seed: 5, hasFaults: false });
    await runImport(database, file);
    const { makePlaces } = await import('./generated-places.test-factory.ts');
    const stored = new Map(
      (await storedPlaces(database)).map((place) => [String(place.place_id).slice(-7), place]),
    );
    let number = 0;
    for (const place of makePlaces({ count: 300, seed: 5 })) {
      const found = stored.get(String(++number).padStart(7, '0'));
      expect(distanceMetres(place, found as never)).toBeLessThan(1);
    }
  });

  test('못 받은 줄과 좌표 없는 줄, 거듭 나온 줄을 이유와 함께 알린다', async () => {
    const database = await openDatabase();
    const file = await registerFile(
      'faults.csv',
      `${register('new', [
        newRow({ 관리번호: 'A-1', 사업장명: '첫집', 최종수정시점: '2024-01-01' }),
        newRow({ 관리번호: 'A-2', 사업장명: ' ' }),
        newRow({ 관리번호: '', 사업장명: '번호없는집' }),
        newRow({ 관리번호: 'A-3', 사업장명: '자리없는집', '좌표정보(X)': '', '좌표정보(Y)': '' }),
        newRow({ 관리번호: 'A-4', 사업장명: '=바다한가운데', '좌표정보(X)': '0', '좌표정보(Y)': '0' }),
        newRow({ 관리번호: 'A-5', 사업장명: '외국집', '좌표정보(X)': '9999999', '좌표정보(Y)': '1' }),
        newRow({ 관리번호: 'A-7', 사업장명: '일일집', '좌표정보(X)': '1', '좌표정보(Y)': '1' }),
        newRow({ 관리번호: 'A-1', 사업장명: '첫집 새 이름', 최종수정시점: '2025-01-01' }),
        newRow({ 관리번호: 'A-1', 사업장명: '첫집 옛 이름', 최종수정시점: '2020-01-01' }),
        newRow({ 관리번호: 'A-1', 사업장명: '첫집, 다른 관청', 개방자치단체코드: '3020000' }),
      ])}3010000,A-6,잘린줄\r\n`,
    );
    const run = await runImport(database, file);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(
      '11 rows, 3 rejected, 2 repeated, 4 without a point, 0 with unreadable characters',
    );
    const stored = await storedPlaces(database);
    expect(stored.map(({ name }) => name)).toEqual([
      '첫집 새 이름',
      '자리없는집',
      '=바다한가운데',
      '외국집',
      '일일집',
      '첫집, 다른 관청',
    ]);
    expect((await readFile(`${file}.report.csv`, 'utf8')).replace('\ufeff', '').trim().split('\r\n')).toEqual(
      [
        'line,licence,name,taken,reason',
        '3,A-2,,no,no name (사업장명)',
        '4,,번호없는집,no,no readable licence number (관리번호)',
        '5,A-3,자리없는집,yes,"no coordinates: can be searched by name, not shown on the map"',
        '6,A-4,\'=바다한가운데,yes,"no coordinates: can be searched by name, not shown on the map"',
        '7,A-5,외국집,yes,"coordinates outside Korea: can be searched by name, not shown on the map"',
        '8,A-7,일일집,yes,"coordinates outside Korea: can be searched by name, not shown on the map"',
        '9,A-1,첫집 새 이름,if newer,repeated licence number; the newest row is used (line 2)',
        '10,A-1,첫집 옛 이름,if newer,repeated licence number; the newest row is used (line 2)',
        '12,A-6,,no,the row has fewer columns than the header',
      ],
    );
    const [found] = await localIndex(database.database).autocomplete({
      query: '자리없는집',
      near: { lat: 37.5, lng: 127 },
    });
    expect(found).toMatchObject({ name: '자리없는집', coordinates: null, distanceMetres: null });
  });

  test('제주의 줄이, 한글 11,172자 가운데 한 글자도 한 점도 잃지 않고 들어온다', async () => {
    const database = await openDatabase();
    // Each line contains a point in the coordinates of the register and in WGS84. PROJ converted the points;
    // register-point.test.ts has the command.
    const points = (await readFile(path.join(import.meta.dirname, 'jeju-points.txt'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const syllable = (at: number) => String.fromCharCode(0xac00 + (at % 11_172));
    // Four syllables in each name: the names contain each syllable once, and each point occurs ten times.
    const rows = Array.from({ length: 11_172 / 4 }, (_, at) => ({
      licence: `J-${String(at).padStart(5, '0')}`,
      name: [0, 1, 2, 3].map((nth) => syllable(4 * at + nth)).join(''),
      point: points[at % points.length] as string[],
    }));
    expect(new Set(rows.flatMap(({ name }) => [...name])).size).toBe(11_172);
    const file = await registerFile(
      'jeju.csv',
      register(
        'new',
        rows.map(({ licence, name, point: [x = '', y = ''] }) =>
          newRow({ 관리번호: licence, 사업장명: name, '좌표정보(X)': x, '좌표정보(Y)': y }),
        ),
      ),
    );
    const run = await runImport(database, file);
    expect(run.stdout).toContain(
      '2,793 rows, 0 rejected, 0 repeated, 0 without a point, 0 with unreadable characters',
    );
    const stored = await storedPlaces(database);
    expect(stored.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    const strays = stored.filter((place, at) => {
      const [, , lat, lng] = rows[at]?.point ?? [];
      return !(distanceMetres(place as never, { lat: Number(lat), lng: Number(lng) }) < 0.2);
    });
    expect(strays).toEqual([]);
  });

  test('글자가 아닌 바이트와 닫지 않은 따옴표, 저장할 수 없는 글자는 그 줄만 알리고 나머지를 받는다', async () => {
    const database = await openDatabase();
    const long = 'L'.repeat(5000);
    const rows = [
      newRow({ 관리번호: 'U-1', 사업장명: '깨진?집' }),
      newRow({ 관리번호: 'U-2\u0000', 사업장명: '번호가 깨진 집' }),
      newRow({ 관리번호: long, 사업장명: '번호가 긴 집' }),
      newRow({
        관리번호: 'U-3',
        사업장명: '\u0000영집',
        업태구분명: '한\u0000식',
        홈페이지: 'https://a\u0000b',
      }),
      newRow({ 관리번호: 'U-4', 사업장명: '똠얌집' }),
    ];
    const head = Buffer.from('?');
    for (const encode of [encodeCp949, (text: string) => Buffer.from(text)]) {
      const bytes = encode(`${register('new', rows)}"3010000,U-5${',열린집'.repeat(40)}\r\n`);
      bytes.set([0xff], bytes.indexOf(head));
      const file = path.join(folder, `unreadable-${bytes.length}.csv`);
      await writeFile(file, bytes);
      const run = await runImport(database, file);
      expect([run.code, run.stdout], run.stderr).toEqual([
        0,
        expect.stringContaining(
          '6 rows, 2 rejected, 0 repeated, 1 without a point, 1 with unreadable characters',
        ),
      ]);
      const report = await readFile(`${file}.report.csv`, 'utf8');
      expect(report.replace('\ufeff', '').trim().split('\r\n').slice(1)).toEqual([
        '2,U-1,깨진 집,yes,invalid bytes in the name or address were replaced by spaces',
        '3,U-2\u0000,번호가 깨진 집,no,no readable licence number (관리번호)',
        `4,${long},번호가 긴 집,no,no readable licence number (관리번호)`,
        '7,U-5,열린집,yes,"no coordinates: can be searched by name, not shown on the map"',
        '7,U-5,열린집,yes,a quoted field is not closed; its quote was read as text',
      ]);
      expect((await storedPlaces(database)).map(({ name, kind, website }) => [name, kind, website])).toEqual([
        ['열린집', '열린집', null],
        ['깨진 집', '한식', null],
        ['영집', '한 식', null],
        ['똠얌집', '한식', null],
      ]);
    }
  });

  test('다시 들여와도 그대로이고, 새 파일은 바뀐 것만 바꾼다', async () => {
    const database = await openDatabase();
    const file = path.join(folder, 'again.csv');
    await writeRegister({ file, rows: 1000 });
    await runImport(database, file);
    const [places, keys] = [await storedPlaces(database), await storedKeys(database)];
    const again = await runImport(database, file);
    expect(again.stdout).toContain('0 places are new, 0 changed');
    expect(await storedPlaces(database)).toEqual(places);
    expect(await storedKeys(database)).toEqual(keys);

    const renamed = [...registerLines({ rows: 1000 })].map((line) => line.replaceAll('국밥', '곰탕'));
    const later = await runImport(database, await registerFile('later.csv', renamed.join('')));
    expect(later.code, later.stderr).toBe(0);
    expect((await storedPlaces(database)).filter(({ name }) => String(name).includes('국밥'))).toEqual([]);

    // Changing the search tables row by row must give the same rows as a rebuild.
    const changedKeys = await storedKeys(database);
    expect(changedKeys).not.toEqual(keys);
    // The import must end with a vacuum. Without the vacuum, the scan would read every row from the table.
    expect(await rowsReadBesidesIndex(database)).toBeLessThan(changedKeys.length / 10);
    await runImport(database, '--rebuild');
    expect(await storedKeys(database)).toEqual(changedKeys);
  });

  test('--dry-run은 알리기만 한다', async () => {
    const database = await openDatabase();
    const file = path.join(folder, 'dry.csv');
    await writeRegister({ file, rows: 500 });
    const reportFile = path.join(folder, 'dry-report.csv');
    const run = await runImport(database, file, '--dry-run', '--report', reportFile);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/500 rows.*Nothing was stored/);
    expect((await stat(reportFile)).size).toBeGreaterThan(100);
    expect(await storedPlaces(database)).toEqual([]);
  });

  test('시킨 일을 할 수 없으면 2로 끝난다', async () => {
    const database = await openDatabase();
    const wrong = await registerFile('wrong.csv', 'Title,Note,URL\na,b,c\n');
    const empty = await registerFile('empty.csv', '');
    for (const [args, sentence] of [
      [[], 'Usage'],
      [['--nonsense'], 'Usage'],
      [[path.join(folder, 'nowhere.csv')], 'cannot be read'],
      [[wrong], 'not a licence register: its first line has no 관리번호'],
      [[empty], 'not a licence register: it is empty'],
    ] as const) {
      const run = await runImport(database, ...args);
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(sentence)]);
    }
    const run = await runProcess(database, wrong);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('not a licence register')]);
  });
});

describe('끊긴 들여오기', () => {
  // The import is stopped in the second chunk of 5,000 rows (register-chunks.ts). The file is large enough for a new
  // table (import-file.ts).
  const ROWS = 20_000;
  /** Key of the advisory lock at which an import waits in the second chunk. */
  const SECOND_CHUNK = 1;
  /** Three rows of the same licence. The newest row is neither the first nor the last. */
  const repeated = ['2024-01-01', '2026-01-01', '2025-01-01'].map((day) =>
    newRow({ 관리번호: 'B-1', 사업장명: `${day.slice(0, 4)}년집`, 최종수정시점: day }),
  );
  let file: string;
  let whole: TestDatabase;

  beforeAll(async () => {
    file = path.join(folder, 'large.csv');
    await writeRegister({ file, rows: ROWS });
    await appendFile(file, encodeCp949(rowsOf('new', repeated)));
    whole = await openDatabase();
    const run = await runImport(whole, file, '--report', path.join(folder, 'whole-report.csv'));
    expect(run.code, run.stderr).toBe(0);
  }, 120_000);

  /**
   * Starts an import. Resolves when the import has stored the rows of the first chunk and waits in the second.
   * `proceed` ends the wait.
   */
  async function importUntilSecondChunk(
    database: TestDatabase,
    { imported = file, args = [] }: { imported?: string; args?: string[] } = {},
  ) {
    // Each chunk adds words of addresses.
    await sql`
      create sequence chunks;
      create function await_test() returns trigger language plpgsql as
      ${sql.lit(`begin
        if nextval('chunks') = 2 then perform pg_advisory_xact_lock_shared(${SECOND_CHUNK}); end if;
        return null;
      end`)};
      create trigger await_test after insert on place_words execute function await_test()`.execute(
      database.database,
    );
    const lock = await database.pool.connect();
    await lock.query('select pg_advisory_lock($1)', [SECOND_CHUNK]);
    const importing = spawn(process.execPath, [command, imported, ...args], {
      env: environmentOf(database),
      stdio: 'ignore',
    });
    const ended = once(importing, 'exit');
    while ((await countLockWaits(database.database)) === 0) {
      expect(importing.exitCode).toBeNull();
      await sleep(20);
    }
    return {
      importing,
      ended,
      proceed: async () => {
        await lock.query('select pg_advisory_unlock($1)', [SECOND_CHUNK]);
        lock.release();
      },
    };
  }

  async function killedImport(database: TestDatabase, reportFile: string): Promise<void> {
    const { importing, ended, proceed } = await importUntilSecondChunk(database, {
      args: ['--report', reportFile],
    });
    importing.kill('SIGKILL');
    await ended;
    await proceed();
    expect((await stat(reportFile)).size).toBeGreaterThan(100);
  }

  /** Runs the import, and repeats the attempt while the database still holds the lock of the killed import. */
  async function runOnceFree(database: TestDatabase, ...args: string[]): Promise<Run> {
    for (;;) {
      const run = await runImport(database, ...args);
      if (!run.stderr.includes('another import')) return run;
      await sleep(100);
    }
  }

  const nameOf = async ({ database }: TestDatabase, placeId: string) =>
    (await localIndex(database).details({ placeId }))?.name;

  test('거듭 나온 번호는 가장 새 줄이 남는다', async () => {
    expect(await nameOf(whole, 'kr:3010000:B-1')).toBe('2026년집');
  });

  test('죽이면(kill -9) 아무것도 바뀌지 않고, 다시 하면 한 번에 끝낸 것과 똑같다', async () => {
    const database = await openDatabase();
    const reportFile = path.join(folder, 'killed-report.csv');
    await killedImport(database, reportFile);
    expect(await storedPlaces(database)).toEqual([]);
    const run = await runOnceFree(database, file, '--report', reportFile);
    expect(run.code, run.stderr).toBe(0);
    expect(await storedPlaces(database)).toEqual(await storedPlaces(whole));
    expect(await storedKeys(database)).toEqual(await storedKeys(whole));
    expect(await readFile(reportFile, 'utf8')).toBe(
      await readFile(path.join(folder, 'whole-report.csv'), 'utf8'),
    );
  }, 120_000);

  test('죽은 다음에 다른 파일이 같은 곳을 들여왔어도, 다시 하면 새것이 남는다', async () => {
    const database = await openDatabase();
    const reportFile = path.join(folder, 'overtaken-report.csv');
    await killedImport(database, reportFile);
    const newer = newRow({ 관리번호: 'B-1', 사업장명: '다른파일집', 최종수정시점: '2026-05-01' });
    const other = await registerFile('overtaking.csv', register('new', [newer]));
    expect((await runOnceFree(database, other)).code).toBe(0);
    const run = await runImport(database, file, '--report', reportFile);
    expect(run.code, run.stderr).toBe(0);
    expect(await nameOf(database, 'kr:3010000:B-1')).toBe('다른파일집');
    expect(await storedPlaces(database)).toHaveLength((await storedPlaces(whole)).length);
  }, 120_000);

  /** Counts the places of the register, those with a new name, and the indexes of their table, at one time. */
  async function seenAtOnce({ database }: TestDatabase) {
    const { rows } = await sql<{ places: number; renamed: number; indexes: number }>`
      select count(*)::int4 as places, (count(*) filter (where name like '새 %'))::int4 as renamed,
        (select count(*)::int4 from pg_indexes where tablename = 'places') as indexes
      from places where place_id like 'kr:%'`.execute(database);
    return rows[0]!;
  }

  /** Yields what searches see until the import ends, in the second chunk and afterwards. */
  async function* seenDuring(
    database: TestDatabase,
    { ended, proceed }: Awaited<ReturnType<typeof importUntilSecondChunk>>,
  ) {
    let isRunning = true;
    void ended.then(() => (isRunning = false));
    for (let seen = 0; isRunning; seen++) {
      yield await seenAtOnce(database);
      if (seen === 5) await proceed();
      await sleep(20);
    }
    yield await seenAtOnce(database);
    expect(await ended).toEqual([0, null]);
  }

  /** Returns the names that a search by the name of a place returns. */
  async function foundAt(
    { database }: TestDatabase,
    { name, lat, lng }: { name: string; lat: number; lng: number },
  ) {
    const found = await localIndex(database).autocomplete({ query: name, near: { lat, lng } });
    return found.filter(({ isGuess }) => !isGuess).map((place) => place.name);
  }

  /** The first open place of the file that has a point and a unique name. */
  const firstPlace = ({ database }: TestDatabase, name: RegExp) =>
    database
      .selectFrom('places')
      .where('business_status', '=', 'operational')
      .where('lat', 'is not', null)
      .where('name', '~', name.source)
      .orderBy('id')
      .select(['name', 'lat', 'lng'])
      .$narrowType<{ lat: number; lng: number }>()
      .executeTakeFirstOrThrow();

  test('처음 들여오는 동안 검색은 반만 들어온 것을 보지 않고, 다 들어오면 색인까지 있다', async () => {
    const database = await openDatabase();
    const { seedPlaces } = await import('../places.test-factory.ts');
    await seedPlaces(database.database, [{ name: '먼저있던집' }]);
    const { indexes } = await seenAtOnce(database);
    const all = await seenAtOnce(whole);
    const first = await firstPlace(whole, /^[가-힣]{5,}$/);
    const running = await importUntilSecondChunk(database);
    expect(await foundAt(database, first)).not.toContain(first.name);
    const seen = [];
    for await (const each of seenDuring(database, running)) {
      seen.push(each.places);
      expect(each).toEqual(each.places === 0 ? { places: 0, renamed: 0, indexes } : { ...all, indexes });
      expect((await localIndex(database.database).autocomplete({ query: '먼저있던집' })).length).toBe(1);
    }
    expect(seen.at(0)).toBe(0);
    expect(seen.at(-1)).toBe(all.places);
    expect(await foundAt(database, first)).toContain(first.name);
  }, 120_000);

  test('처음 들여온 표는 마이그레이션이 만든 표와 같다', async () => {
    const shapeOf = async ({ database }: TestDatabase) => {
      const { rows } = await sql<{ part: string }>`
        select unnest(array[coalesce(reloptions::text, ''), relpersistence::text, relowner::text]) as part
          from pg_class where oid = 'places'::regclass
        union all select indexdef from pg_indexes where tablename = 'places'
        union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where conrelid = 'places'::regclass or confrelid = 'places'::regclass
        union all select row(column_name, data_type, collation_name, is_nullable, column_default, identity_generation)::text
          from information_schema.columns where table_name = 'places'
        union all select pg_get_serial_sequence('places', 'id')
        union all select tgname from pg_trigger where tgrelid = 'places'::regclass and not tgisinternal
        order by 1`.execute(database);
      return rows;
    };
    const migrated = await openDatabase();
    expect(await shapeOf(whole)).toEqual(await shapeOf(migrated));
    expect((await shapeOf(migrated)).length).toBeGreaterThan(30);
  });

  test('새 자료를 들여오는 동안 검색은 반만 바뀐 것을 보지 않는다', async () => {
    const database = await openDatabase();
    expect((await runImport(database, file)).code).toBe(0);
    const later = path.join(folder, 'half-later.csv');
    await writeRegister({ file: later, rows: ROWS, renamedEvery: 2 });
    const all = await openDatabase();
    expect((await runImport(all, file)).code).toBe(0);
    expect((await runImport(all, later)).code).toBe(0);
    const { renamed } = await seenAtOnce(all);
    expect(renamed).toBeGreaterThan(ROWS / 3);
    const changed = await firstPlace(all, /^새 [가-힣]{5,}$/);
    const running = await importUntilSecondChunk(database, { imported: later });
    expect(await foundAt(database, changed)).not.toContain(changed.name);
    const seen = [];
    for await (const each of seenDuring(database, running)) seen.push(each.renamed);
    expect([...new Set(seen)]).toEqual([0, renamed]);
    expect(await foundAt(database, changed)).toContain(changed.name);
  }, 120_000);

  test('들여오는 동안에도 찾을 수 있고, 두 번째 들여오기는 기다리라고 한다', async () => {
    const database = await openDatabase();
    const { seedPlaces } = await import('../places.test-factory.ts');
    await seedPlaces(database.database, [{ name: '먼저있던집' }]);
    const { ended, proceed } = await importUntilSecondChunk(database);
    let isRunning = true;
    void ended.then(() => {
      isRunning = false;
    });
    const second = await runImport(database, file);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('another import is running')]);
    let searches = 0;
    while (isRunning) {
      const found = await localIndex(database.database).autocomplete({ query: '먼저있던집' });
      expect(found.map(({ name }) => name)).toEqual(['먼저있던집']);
      if (++searches === 6) await proceed();
      await sleep(20);
    }
    expect(searches).toBeGreaterThan(6);
    expect(await ended).toEqual([0, null]);
  }, 120_000);
});
