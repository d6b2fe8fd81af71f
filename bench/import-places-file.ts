/**
 * `node bench/import-places-file.ts`: imports a KML file of 5,000 places. One member reviews and saves the places as
 * the screens do. Measures the CPU of the server and of PostgreSQL, and how much the server's memory grows. Nine of ten
 * places are in the index.
 */
import { loadMembers, sessionOf } from './generated-lists.ts';
import { makePlaces } from './generated-places.ts';
import { readFiles } from '#features/transfer/files/read-files.ts';
import { fileOf } from '#features/transfer/files/read-files.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import {
  IMPORT_ROWS_AT_ONCE,
  type ImportRow,
  type PlaceImport,
} from '#features/transfer/imports.contract.ts';
import { rowOfFile } from '#features/transfer/new-rows.ts';
import { openDatabase } from '#server/database/database.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { verdict } from './compare.ts';
import { cpuBetween, memoryMegabytes, processFamily, readCpu } from './cpu-meter.ts';

const ROWS = 5_000;
const WANTED = { cpuSeconds: 60, megabytes: 100 };

const made = [...makePlaces({ count: 60_000, seed: 3, closedShare: 0.3 })];
const bench = await openBenchDatabase({
  name: 'bench_imports',
  load: async (pool) => {
    await loadMembers(pool, { from: 1, to: 1 });
    const { database, close } = openDatabase({ connectionString: pool.options.connectionString ?? '' });
    await seedPlaces(
      database,
      made.map(({ name, province, district, road, number, lat, lng, isClosed }, at) => ({
        placeId: `made:${at}`,
        name,
        address: `${province} ${district} ${road} ${number}`,
        lat,
        lng,
        businessStatus: isClosed ? 'closed_permanently' : 'operational',
      })),
    );
    await close();
  },
});

// Every run begins with an empty list.
await bench.pool.query('delete from my_restaurants');
await bench.pool.query('delete from member_imports');
const server = await startServer({ connectionString: bench.connectionString });
const headers = {
  cookie: cookieOfSession(sessionOf(1)),
  origin: `http://localhost:${server.port}`,
  'content-type': 'application/json',
};

// These requests load the code that every request needs, so that loading is not measured.
await send('GET', '');
await fetch(`${headers.origin}/api/places/autocomplete?q=국밥`, { headers });
const before = memoryMegabytes([server.pid]);
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, memoryMegabytes([server.pid]))), 50);
const phases: Record<string, { 'CPU s of server': number; 'of PostgreSQL': number; 'MB after': number }> = {};

const { places } = await readFiles({ limit: ROWS, files: [fileOf('지도.kml', kmlOf(made.slice(-ROWS)))] });
const rows = places.map(rowOfFile);
const { id } = await phase('sending rows', async () => {
  let answer = {} as PlaceImport;
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_AT_ONCE)
    answer = await send('POST', '', { rows: rows.slice(at, at + IMPORT_ROWS_AT_ONCE) });
  return answer;
});
await phase('matching', async () => {
  while ((await send<{ rows: ImportRow[] }>('POST', `/${id}/matches`)).rows.length > 0);
});
const reviewed = await phase('reading rows', async () => {
  const all: ImportRow[] = [];
  for (;;) {
    const page = await send<{ rows: ImportRow[] }>('GET', `/${id}/rows?after=${all.at(-1)?.position ?? -1}`);
    if (page.rows.length === 0) return all;
    all.push(...page.rows);
  }
});
await phase('saving', async () => {
  await send('POST', `/${id}/save`, { positions: reviewed.map(({ position }) => position) });
  while ((await send<PlaceImport>('GET', `/${id}`)).state === 'saving')
    await new Promise((resolve) => setTimeout(resolve, 1_000));
});
clearInterval(watch);

const count = (state: string) => reviewed.filter(({ match }) => match?.state === state).length;
console.log(
  `${rows.length} rows: ${['certain', 'choose', 'none'].map((state) => `${count(state)} ${state}`).join(', ')}`,
);
console.table(phases);
const all = Object.values(phases).reduce(
  (sum, each) => sum + each['CPU s of server'] + each['of PostgreSQL'],
  0,
);
console.log(
  `CPU of server and PostgreSQL: ${all.toFixed(1)} s ${verdict(`${WANTED.cpuSeconds}`, all <= WANTED.cpuSeconds, { name: 'import of a file: CPU s', value: all })}`,
);
console.log(
  `memory of the server: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most ${verdict(`+${WANTED.megabytes}`, peak - before <= WANTED.megabytes, { name: 'import of a file: memory, MB', value: peak - before })}`,
);
await server.stop();
await bench.stop();

async function send<Answer = PlaceImport>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/place-imports${path}`, {
    method,
    headers: body ? headers : { cookie: headers.cookie, origin: headers.origin },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return send(method, path, body);
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Does one part of the work and measures the CPU seconds. */
async function phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const database = processFamily(bench.pid);
  const started = [readCpu([server.pid]), readCpu(database)] as const;
  const result = await work();
  phases[name] = {
    'CPU s of server': cpuBetween(started[0], readCpu([server.pid])) / 1000,
    'of PostgreSQL': cpuBetween(started[1], readCpu(processFamily(bench.pid))) / 1000,
    'MB after': memoryMegabytes([server.pid]),
  };
  return result;
}

/** Returns a KML file of points without addresses. Map apps export such files. */
function kmlOf(found: readonly (typeof made)[number][]): string {
  const marks = found.map(
    ({ name, lat, lng }, at) =>
      `<Placemark><name><![CDATA[${at % 10 === 0 ? `없는집 ${at}` : name}]]></name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`,
  );
  return `<kml><Document><Folder><name>모아 둔 곳</name>${marks.join('\n')}</Folder></Document></kml>`;
}
