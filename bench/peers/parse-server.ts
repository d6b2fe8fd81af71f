/**
 * `node bench/peers/parse-server.ts`: compares a member's list, saving, and the search for a place with Parse Server on
 * the same PostgreSQL with the same rows. The first run installs Parse Server from npm into its own folder.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import os from 'node:os';
import pg from 'pg';
import { openBenchDatabase } from '../bench-database.ts';
import { cookieOfSession, startServer } from '../bench-server.ts';
import { asTable, compare, cpuRatio, verdict } from '../compare.ts';
import { LIST_LENGTH, loadCatalogue, loadLists, loadMembers, sessionOf, userOf } from '../generated-lists.ts';
import type { LoadRequest } from '../load-generator.ts';
import { importGeneratedRegister } from '../places-database.ts';
import { typedSearches } from '../typed-keys.ts';

const FOLDER = 'bench/peers/parse-server';
const PARSE_DATABASE = 'bench_peers_parse';
/** Number of members with a list. There is the same number of members without a list. */
const MEMBERS = 200;
const READERS = 100;
/** Number of places that occur in the loaded lists. Members save places with higher numbers. */
const LISTED_PLACES = 50_000;
const PLACES = 200_000;
/** Number of rows of the register in which places are searched. */
const REGISTER_ROWS = 100_000;

if (!existsSync(`${FOLDER}/node_modules/parse-server`))
  execFileSync('npm', ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: 'inherit',
  });

const database = await openBenchDatabase({
  name: 'bench_peers',
  load: async (pool) => {
    await loadCatalogue(pool, { places: PLACES });
    await loadLists(pool, { from: 1, to: MEMBERS, places: LISTED_PLACES });
    await loadMembers(pool, { from: MEMBERS + 1, to: 2 * MEMBERS });
  },
});
const { connectionString } = database;
const parseUrl = new URL(connectionString);
parseUrl.pathname = PARSE_DATABASE;
await database.pool.query(`drop database if exists ${PARSE_DATABASE} with (force)`);
await database.pool.query(`create database ${PARSE_DATABASE}`);

const product = await startServer({ connectionString, core: 0 });
const productWithoutCache = await startServer({
  connectionString,
  core: 0,
  environment: { DOCUMENT_CACHE_MEGABYTES: '0' },
});
const parse = await startServer({
  script: `${FOLDER}/server.js`,
  connectionString: parseUrl.href,
  core: 0,
  environment: { PARSE_SERVER_LOGS_FOLDER: 'data/bench/parse-logs' },
});
const parsePool = new pg.Pool({ connectionString: parseUrl.href, max: 1 });

await removeSaved();
await importGeneratedRegister({
  ...database,
  rows: REGISTER_ROWS,
  folder: 'data/bench/parse-register',
});
await copyToParse();

const cookies = Array.from({ length: 2 * MEMBERS + 1 }, (_, n) => cookieOfSession(sessionOf(n)));
/** Returns 0, 1, 2 …, and 0 again after `length` calls. */
function cycle(length: number): () => number {
  let index = -1;
  return () => {
    index = (index + 1) % length;
    return index;
  };
}
const nextReader = cycle(READERS);
const nextSaver = cycle(MEMBERS);
/** The numbers of the members whose lists are read, and of those without a list, who save. */
const someReader = () => 1 + nextReader();
const someSaver = () => MEMBERS + 1 + nextSaver();

const ourList = (n: number): LoadRequest => ({
  method: 'GET',
  path: '/api/my-restaurants',
  headers: { cookie: cookies[n] ?? '' },
});
const parseHeaders = (n: number) => ({
  'x-parse-application-id': 'bench',
  'x-parse-session-token': sessionOf(n),
});
const ownerPointer = (n: number) => ({ __type: 'Pointer', className: '_User', objectId: userOf(n) });
const parseFind = (n: number): LoadRequest => {
  const query = new URLSearchParams({
    where: JSON.stringify({ owner: ownerPointer(n) }),
    order: '-linkedAt',
    limit: '1000',
    include: 'place',
  });
  return { method: 'GET', path: `/classes/SavedPlace?${query.toString()}`, headers: parseHeaders(n) };
};

const fields = { status: '방문 예정', customTags: ['점심'], sourceKind: 'tv', sourceMemo: '골목 방송 3회' };
const postRequest = (path: string, headers: Record<string, string>, body: unknown): LoadRequest => {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    body: text,
    status: 201,
  };
};
const savedCounts = { ours: 0, parse: 0 };
/** Returns the id of a place that is not saved on this server yet. `removeSaved` reads the number in the id. */
function nextPlaceId(server: keyof typeof savedCounts): string {
  savedCounts[server] += 1;
  return `bench-place-${LISTED_PLACES + savedCounts[server]}`;
}
const ourSave = (n: number) =>
  postRequest(
    '/api/my-restaurants',
    {
      cookie: cookies[n] ?? '',
      origin: `http://localhost:${product.port}`,
      'idempotency-key': randomUUID(),
    },
    { ...fields, place: { from: 'maps', placeId: nextPlaceId('ours') } },
  );
const parseSave = (n: number) =>
  postRequest('/classes/SavedPlace', parseHeaders(n), {
    ...fields,
    owner: ownerPointer(n),
    place: { __type: 'Pointer', className: 'Place', objectId: nextPlaceId('parse') },
    linkedAt: { __type: 'Date', iso: new Date().toISOString() },
    ACL: { [userOf(n)]: { read: true, write: true } },
  });
/** Hangul words of names. Parse Server cannot search by initials or by the Latin keyboard layout. */
const searches = typedSearches(1_000)
  .map(({ keys, near }) => ({ typed: keys.at(-1) ?? '', near }))
  .filter(({ typed }) => /^[가-힣]+$/.test(typed));
type Search = (typeof searches)[number];
const nextSearch = cycle(searches.length);
const someSearch = () => searches[nextSearch()] as Search;
const ourSearch = ({ typed, near }: Search): LoadRequest => {
  const query = new URLSearchParams({ q: typed, lat: String(near.lat), lng: String(near.lng) });
  return {
    method: 'GET',
    path: `/api/places/autocomplete?${query.toString()}`,
    headers: { cookie: cookies[someReader()] ?? '' },
  };
};
const parseSearch = ({ typed }: Search): LoadRequest => {
  const query = new URLSearchParams({ where: JSON.stringify({ name: { $regex: typed } }), limit: '10' });
  return {
    method: 'GET',
    path: `/classes/RegisterPlace?${query.toString()}`,
    headers: parseHeaders(someReader()),
  };
};
await assertEqualAnswers();
const measured = await compare({
  databasePid: database.pid,
  variants: {
    'Parse list': { server: parse, status: 200, next: () => parseFind(someReader()) },
    list: { server: product, status: 200, next: () => ourList(someReader()) },
    'list, read from the tables': {
      server: productWithoutCache,
      status: 200,
      next: () => ourList(someReader()),
    },
    'Parse save': { server: parse, status: 201, next: () => parseSave(someSaver()) },
    save: { server: product, status: 201, next: () => ourSave(someSaver()) },
    'Parse search': { server: parse, status: 200, next: () => parseSearch(someSearch()) },
    search: { server: product, status: 200, next: () => ourSearch(someSearch()) },
  },
});
await assertEverythingSaved();

console.log(`Load ${os.loadavg()[0]?.toFixed(1)}\n${asTable(measured)}`);
/** Returns the CPU time of Parse Server divided by ours. Above 1, ours takes less. */
const peerCpuRatio = (
  name: 'list' | 'list, read from the tables' | 'save' | 'search',
  peer: 'Parse list' | 'Parse save' | 'Parse search',
) => cpuRatio(measured[peer], measured[name]);
for (const name of ['list', 'list, read from the tables'] as const) {
  const value = peerCpuRatio(name, 'Parse list');
  console.log(`${name}: ${value.toFixed(1)} times less CPU than Parse Server ` + verdict('4', 4 <= value));
}
const saveRatio = peerCpuRatio('save', 'Parse save');
console.log(
  `save: Parse Server's plain insert takes ${saveRatio.toFixed(2)} times our CPU ` +
    verdict('1', 1 <= saveRatio),
);
console.log(
  `search: ${peerCpuRatio('search', 'Parse search').toFixed(1)} times less CPU than Parse Server, which returns any ten names that contain the word`,
);

await removeSaved();
await parsePool.end();
await Promise.all([product.stop(), productWithoutCache.stop(), parse.stop()]);
await database.stop();

/** Copies the generated rows from our database. POST /batch of Parse Server 9.10 fails on PostgreSQL. */
async function copyToParse(): Promise<void> {
  await copy(
    `select id as "objectId", name, address, lat, lng, category_id as "categoryId",
       phone_number as "phoneNumber", business_status as "businessStatus", now() as "createdAt", now() as "updatedAt"
     from restaurants_public`,
    'Place',
  );
  await copy(
    `select id as "objectId", id as username, now() as "createdAt", now() as "updatedAt",
       array[id] as _rperm, array[id] as _wperm from users where id like 'bench-user-%'`,
    '_User',
  );
  await copy(
    `select id as "objectId", user_id as "user", token as "sessionToken", expires_at as "expiresAt",
       now() as "createdAt", now() as "updatedAt" from sessions where id like 'bench-session-%'`,
    '_Session',
  );
  await copy(
    `select user_id || '-' || restaurant_id as "objectId", user_id as owner, restaurant_id as place, status,
       rating, review, custom_tags as "customTags", source_kind as "sourceKind", source_memo as "sourceMemo",
       linked_at as "linkedAt", linked_at as "createdAt", linked_at as "updatedAt",
       array[user_id] as _rperm, array[user_id] as _wperm
     from my_restaurants order by linked_at`,
    'SavedPlace',
  );
  await copy(
    `select place_id as "objectId", name, address, lat, lng, now() as "createdAt", now() as "updatedAt" from places`,
    'RegisterPlace',
  );
  await parsePool.query('create index on "SavedPlace" (owner, "linkedAt" desc)');
  await parsePool.query('vacuum (freeze, analyze)');
}

async function copy(select: string, table: string): Promise<void> {
  const { rows, fields: columns } = await database.pool.query<Record<string, unknown>>(select);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  for (let from = 0; from < rows.length; from += 10_000)
    await parsePool.query(
      `insert into "${table}" (${names})
       select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows.slice(from, from + 10_000))],
    );
}

/**
 * Checks before measuring that both servers return the same places of a list in the same order. The answers to a search
 * differ, because ours ranks by name and distance. Therefore each server only must find names that contain the word.
 */
async function assertEqualAnswers(): Promise<void> {
  for (const search of searches.slice(0, 20)) {
    const { suggestions } = (await readJson(product.port, ourSearch(search))) as {
      suggestions: { name: string }[];
    };
    const { results } = (await readJson(parse.port, parseSearch(search))) as { results: { name: string }[] };
    for (const names of [suggestions, results])
      if (!names.some(({ name }) => name.replaceAll(' ', '').includes(search.typed)))
        throw new Error(`A server finds no place for ${search.typed}.`);
  }
  for (const n of [1, READERS, MEMBERS]) {
    const ours = (await readJson(product.port, ourList(n))) as { restaurants: { id: string }[] };
    const theirs = (await readJson(parse.port, parseFind(n))) as {
      results: { place: { objectId: string; name?: string } }[];
    };
    const a = ours.restaurants.map(({ id }) => id).join();
    const b = theirs.results.map(({ place }) => place.objectId).join();
    if (a !== b || ours.restaurants.length !== LIST_LENGTH || !theirs.results[0]?.place.name)
      throw new Error(`The answers for member ${n} differ.`);
    const other = await readJson(parse.port, { ...parseFind(n), headers: parseHeaders(n + 1) });
    if ((other as { results: unknown[] }).results.length > 0)
      throw new Error('Parse Server shows the list of another member.');
  }
}

async function readJson(port: number, { path, headers }: LoadRequest): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json();
}

async function assertEverythingSaved(): Promise<void> {
  const count = async (pool: pg.Pool, table: string) =>
    Number((await pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
  const generated = MEMBERS * LIST_LENGTH;
  const ours = (await count(database.pool, 'my_restaurants')) - generated;
  const theirs = (await count(parsePool, '"SavedPlace"')) - generated;
  if (ours !== savedCounts.ours || theirs !== savedCounts.parse)
    throw new Error(
      `Of ${savedCounts.ours} and ${savedCounts.parse} saved places, ${ours} and ${theirs} are in the databases.`,
    );
}

async function removeSaved(): Promise<void> {
  await database.pool.query(
    `delete from my_restaurants where split_part(restaurant_id, '-', 3)::int > ${LISTED_PLACES}`,
  );
  await database.pool.query('delete from idempotency_keys');
  await database.pool.query('vacuum analyze my_restaurants, idempotency_keys, restaurant_lists');
}
