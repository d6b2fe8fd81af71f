/**
 * `node bench/collections-live.ts`: changes of a joint collection of 500 places with 20 members.
 * 1. 19 screens are open on three server processes. Measures the time until the stream of each screen has sent a
 * change, and the CPU of the servers without the CPU of the write. First comparison: each screen requests the change
 * when its stream announces a new version, as screens do if a proxy holds the stream back. Second comparison: each
 * screen requests the whole collection.
 * 2. 2,000 streams are open on one process. Measures the memory of the process, and its CPU while nothing changes.
 */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { STREAMS_PER_MEMBER } from '#features/collections/server/live/collection-streams.ts';
import { openBenchDatabase } from './bench-database.ts';
import { type BenchServer, cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { cpuBetween, memoryMegabytes, readCpu } from './cpu-meter.ts';
import { loadCatalogue, loadMembers, sessionOf, userOf } from './generated-lists.ts';
import { at } from './in-page.ts';

const LIMITS = { reached: 2_000, cpu: 1, memory: 150 };
const PLACES = 500;
const MEMBERS = 20;
const STREAMS = 2_000;
const CHANGES = Number(process.env.BENCH_CHANGES ?? 60);
const COLLECTION = 'bench-collection-'.padEnd(32, 'c');

const database = await openBenchDatabase({ name: 'bench_collections_live', load });
const { connectionString } = database;
const start = () => startServer({ script: 'server/main.ts', connectionString });
const servers = [await start(), await start(), await start()] as const;
/** Time at which the last change was sent. */
let writtenAt = 0;
const pids = servers.map(({ pid }) => pid);

await changes();
for (const server of servers) await server.stop();
// This part uses a new process, because the memory of the earlier processes still contains data from the first part.
const server = await start();
await manyStreams(server);
await server.stop();
await database.stop();

async function changes(): Promise<void> {
  for (let warming = 0; warming < 3; warming += 1) await writeAll();
  const alone = await measured();
  const screens = Array.from({ length: MEMBERS - 1 }, (_, nth) => ({
    server: servers[nth % servers.length] as BenchServer,
    member: nth + 2,
  }));
  type Announcement = { before: number; hasUpdate: boolean };
  let onAnnounced: (screen: (typeof screens)[number], announcement: Announcement) => void = () => {};
  const streams = await Promise.all(
    screens.map((screen) =>
      openStream({ ...screen, onVersion: (announcement) => onAnnounced(screen, announcement) }),
    ),
  );
  await pause(1_000);

  const sent: number[] = [];
  onAnnounced = (_, { hasUpdate }) => hasUpdate && sent.push(performance.now() - writtenAt);
  const sending = await measured();
  report({ name: 'sent by the stream', times: sent, milliseconds: sending - alone, limit: LIMITS.cpu });

  for (const [name, pathSince] of [
    ['what has changed read', (before: number) => `/since/${before}`],
    ['all read', () => ''],
  ] as const) {
    const read: number[] = [];
    onAnnounced = ({ server, member }, { before }) => {
      const since = writtenAt;
      const path = `/api/collections/${COLLECTION}${pathSince(before)}`;
      void request({ server, member, path }).then(() => read.push(performance.now() - since));
    };
    const reading = await measured();
    report({ name, times: read, milliseconds: reading - sending });
  }
  for (const stream of streams) stream.destroy();
}

function report({
  name,
  times,
  milliseconds,
  limit,
}: {
  name: string;
  times: number[];
  milliseconds: number;
  limit?: number;
}): void {
  const each = milliseconds / (CHANGES * (MEMBERS - 1));
  const isComplete = times.length === CHANGES * (MEMBERS - 1);
  console.log(
    `${name}: ${times.length} of ${CHANGES * (MEMBERS - 1)}, p50 ${median(times).toFixed(0)}, p95 ${at(times, 0.95).toFixed(0)} ms ` +
      `${verdict(`p95 ≤ ${LIMITS.reached} ms`, isComplete && at(times, 0.95) <= LIMITS.reached, { name: `collections: ${name}, p95 ms`, value: at(times, 0.95) })}; ` +
      `server CPU ${each.toFixed(2)} ms for each screen${limit === undefined ? '' : ` ${verdict(`≤ ${limit} ms`, each <= limit, { name: `collections: ${name}, CPU ms for each screen`, value: each })}`}`,
  );
}

/** Returns the CPU time of the servers while one member makes all changes. */
async function measured(): Promise<number> {
  const before = readCpu(pids);
  await writeAll();
  await pause(2_000);
  return cpuBetween(before, readCpu(pids));
}

/** One member makes all changes of the collection. The servers receive the writes in turn. */
async function writeAll(): Promise<void> {
  for (let nth = 0; nth < CHANGES; nth += 1) {
    writtenAt = performance.now();
    const status = await request({
      server: servers[nth % servers.length] as BenchServer,
      member: 1,
      method: 'PUT',
      path: `/api/collections/${COLLECTION}/places/bench-place-${1 + (nth % PLACES)}/reaction`,
      body: { wants: nth % 2 === 0 },
    });
    if (status !== 200) throw new Error(`The write was answered with ${status}.`);
    await pause(400);
  }
}

async function manyStreams(server: BenchServer): Promise<void> {
  const warming = await openStream({ server, member: 1 });
  await pause(5_000);
  warming.destroy();
  const before = memoryMegabytes([server.pid]);
  const streams: ClientRequest[] = [];
  for (let nth = 0; nth < STREAMS; nth += 1) {
    const member = MEMBERS + 1 + Math.floor(nth / STREAMS_PER_MEMBER);
    streams.push(await openStream({ server, member, collectionId: `bench-own-${member}` }));
  }
  await pause(20_000);
  const after = memoryMegabytes([server.pid]);
  const cpu = readCpu([server.pid]);
  await pause(30_000);
  const idle = cpuBetween(cpu, readCpu([server.pid])) / 30;
  const more = after - before;
  console.log(
    `${STREAMS} streams on one process: ${before.toFixed(0)} → ${after.toFixed(0)} MB (+${more.toFixed(0)}) ${verdict(`≤ +${LIMITS.memory} MB`, more <= LIMITS.memory, { name: 'collections: open streams, MB', value: more })}; ` +
      `${idle.toFixed(1)} ms of CPU a second while nothing changes`,
  );
  for (const stream of streams) stream.destroy();
}

/** Opens a stream. Resolves when the stream has sent the first version. */
function openStream({
  server,
  member,
  collectionId = COLLECTION,
  onVersion = () => {},
}: {
  server: BenchServer;
  member: number;
  collectionId?: string;
  onVersion?: (announcement: { before: number; hasUpdate: boolean }) => void;
}): Promise<ClientRequest> {
  let last = 0;
  return new Promise((resolve, reject) => {
    const path = `/api/collections/${collectionId}/changes`;
    const stream = get(
      { ...addressOf({ server, member, path }), agent: false },
      (answer: IncomingMessage) => {
        if (answer.statusCode !== 200)
          return reject(new Error(`The stream was answered with ${answer.statusCode}.`));
        let [unfinished, hasUpdate] = ['', false];
        return answer.setEncoding('utf8').on('data', (text: string) => {
          const events = (unfinished + text).split('\n\n');
          unfinished = events.pop() ?? '';
          for (const event of events) {
            if (event.startsWith('event: update')) hasUpdate = true;
            const version = Number(/^data: (\d+)$/.exec(event)?.[1] ?? 0);
            if (version === 0) continue;
            // A heartbeat repeats the last version, so only a higher version is a change.
            if (0 < last && last < version) onVersion({ before: last, hasUpdate });
            [last, hasUpdate] = [version, false];
            resolve(stream);
          }
        });
      },
    ).on('error', reject);
  });
}

async function request({
  server,
  member,
  path,
  method = 'GET',
  body,
}: {
  server: BenchServer;
  member: number;
  path: string;
  method?: string;
  body?: object;
}): Promise<number> {
  const { port, headers } = addressOf({ server, member, path });
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...headers,
      origin: `http://localhost:${port}`,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'br',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function addressOf({ server, member, path }: { server: BenchServer; member: number; path: string }) {
  const headers = { cookie: cookieOfSession(sessionOf(member)) };
  return { host: '127.0.0.1', port: server.port, path, headers };
}

/** Creates the joint collection, and a separate collection for each member who opens streams alone. */
async function load(pool: pg.Pool): Promise<void> {
  const last = MEMBERS + STREAMS / STREAMS_PER_MEMBER;
  await loadCatalogue(pool, { places: PLACES });
  await loadMembers(pool, { from: 1, to: last });
  await pool.query(
    `insert into collections (id, owner_id, name, colour, icon) values ($1, $2, '우리 동네', 'pink', 'soup')`,
    [COLLECTION, userOf(1)],
  );
  await pool.query(
    `insert into collection_places (collection_id, restaurant_id, position, note, added_by)
     select $1, 'bench-place-' || n, n * 1024, '점심에 가기 좋은 곳', 'bench-user-' || 1 + n % $3::int
     from generate_series(1, $2::int) n`,
    [COLLECTION, PLACES, MEMBERS],
  );
  await pool.query(
    `insert into collection_members (collection_id, user_id, role)
     select $1, 'bench-user-' || n, 'editor' from generate_series(2, $2::int) n`,
    [COLLECTION, MEMBERS],
  );
  await pool.query(
    `insert into collection_reactions (collection_id, restaurant_id, user_id, wants)
     select $1, 'bench-place-' || place, 'bench-user-' || member, (place + member) % 2 = 0
     from generate_series(1, $2::int) place, generate_series(1, $3::int) member where (place + member) % 5 = 0`,
    [COLLECTION, PLACES, MEMBERS],
  );
  await pool.query(
    `insert into collections (id, owner_id, name, colour, icon)
     select 'bench-own-' || n, 'bench-user-' || n, '을지로 노포', 'cyan', 'beer' from generate_series($1::int, $2::int) n`,
    [MEMBERS + 1, last],
  );
}
