import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { initialsKey, letterKey } from '#common/korean-keys.ts';
import { indexPointOf } from '#features/places/server/search/cells.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { applyInTransaction, migrate, readMigrations } from '#server/database/migrate.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { updateIfBehind } from './search-columns.ts';
import { createSearchIndexes } from './search-indexes.sql.ts';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

const SEOUL = { lat: 37.5645, lng: 126.982 };

const namesFound = async ({ database }: TestDatabase, query: string) =>
  (await localIndex(database).autocomplete({ query, near: SEOUL })).map(({ name }) => name);

const indexesOf = async ({ database }: TestDatabase) => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'places' order by indexname`.execute(database);
  return rows.map(({ indexdef }) => indexdef);
};

describe('앞선 판에서 올린 뒤', () => {
  const places = [
    { name: '하동관', status: 'operational' },
    { name: '마포 국밥집', status: 'operational' },
    { name: '옛날국수', status: 'closed_permanently' },
  ];

  /** Creates a database of the previous release with its search tables. */
  async function previousRelease(): Promise<TestDatabase> {
    const opened = await createBareDatabase();
    databases.push(opened);
    const migrations = await readMigrations();
    const at = migrations.findIndex(({ name }) => name.endsWith('search-on-trigrams.sql'));
    const client = new pg.Client({ connectionString: opened.connectionString });
    await client.connect();
    await applyInTransaction({ client, migrations: migrations.slice(0, at) });
    const { x, y } = indexPointOf(SEOUL);
    for (const [at, { name, status }] of places.entries()) {
      const isClosed = status === 'closed_permanently';
      await client.query(
        `with place as (
          insert into places (place_id, name, address, address_words, lat, lng, business_status)
          values ($1, $2, '서울특별시 중구 명동9길 12', ' tjdnftlxmrqutl wndrn audehd9rlf', $3, $4, $5) returning id
        ), keys as (
          insert into place_keys (place_id, block, liveliness, x, y, letters, initials, location_mask)
          select id, $6, 0, $7, $8, $9, $10, -1 from place
        ), terms as (
          insert into place_terms (term, place_id, x, y) select 'h:audehd9rlf 12.', id, $7, $8 from place where not $11
        )
        insert into place_spots (place_id, spot) select id, point($7, $8) from place where not $11`,
        [
          `kr:${at}`,
          name,
          SEOUL.lat,
          SEOUL.lng,
          status,
          isClosed ? 2 : 0,
          x,
          y,
          `${letterKey(name)}!`,
          `${initialsKey(name)}!`,
          isClosed,
        ],
      );
    }
    await client.end();
    await migrate({ connectionString: opened.connectionString });
    return opened;
  }

  test('모든 집을 곧바로 찾고, 첫 작업 뒤에는 새 규칙대로 찾는다', async () => {
    const opened = await previousRelease();
    expect(await namesFound(opened, '하동')).toEqual(['하동관']);
    expect(await namesFound(opened, 'ㅁㅍㄱㅂ')).toEqual(['마포 국밥집']);
    expect(await namesFound(opened, '옛날')).toEqual(['옛날국수']);
    expect((await namesFound(opened, '명동9길 12')).toSorted()).toEqual(['마포 국밥집', '하동관']);
    // The previous keys did not show where a word of the name ends, and are corrected by the job.
    expect(await namesFound(opened, 'ㅍㄱㅂ')).toEqual(['마포 국밥집']);
    await updateIfBehind(opened.database);
    expect(await namesFound(opened, 'ㅍㄱㅂ')).toEqual([]);
    expect(await namesFound(opened, 'ㄱㅂㅈ')).toEqual(['마포 국밥집']);
    const state = await opened.database.selectFrom('place_index_state').select('is_behind').execute();
    expect(state).toEqual([{ is_behind: false }]);
  });
});

test('끊긴 들여오기가 지운 색인을 작업이 똑같이 다시 만들고, 그동안에도 찾을 수 있다', async () => {
  const opened = await createTestDatabase({ max: 2 });
  databases.push(opened);
  await seedPlaces(opened.database, [{ name: '하동관' }]);
  const before = await indexesOf(opened);
  const { rows: dropped } = await sql<{ indexname: string }>`
    select indexname from pg_indexes where tablename = 'places' and indexname !~ 'key$'`.execute(
    opened.database,
  );
  for (const { indexname } of dropped) await sql`drop index ${sql.ref(indexname)}`.execute(opened.database);
  expect(await indexesOf(opened)).toHaveLength(2);
  expect(await namesFound(opened, '하동')).toEqual(['하동관']);
  await updateIfBehind(opened.database);
  expect(await indexesOf(opened)).toEqual(before);
  expect(await createSearchIndexes(opened.database)).toBe(false);
});
