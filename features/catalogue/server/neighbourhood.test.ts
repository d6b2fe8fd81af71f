import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { listOf, written } from '#features/restaurants/server/restaurants.test-factory.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { createBareDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test.each([
  ['서울특별시 성동구 새뜰로 39-9 (성수동2가)', '성수동2가'],
  ['서울특별시 중구 명동9길 12, 2층 (을지로1가, 한빛빌딩)', '을지로1가'],
  ['서울특별시 성동구 성수동2가 284-1 나동', '성수동2가'],
  ['서울 중구 을지로3가 12', '을지로3가'],
  ['경기도 양평군 서종면 문호리 66-7번지', '문호리'],
  ['강원특별자치도 평창군 대관령면 산 12', '대관령면'],
  ['제주특별자치도 제주시 애월읍 애월로 1', '애월읍'],
  ['성수동', '성수동'],
  ['서울특별시 중구 명동9길 12', ''],
  ['서울특별시 송파구 올림픽로 300 가동 101호', ''],
  ['부산광역시 중구 지하상가', ''],
  ['1 Jong-ro, Seoul', ''],
  ['', ''],
])('%s: %s', async (address, expected) => {
  const { rows } = await sql`select neighbourhood_in(${address}) as found`.execute(on.database);
  expect(rows).toEqual([{ found: expected }]);
});

describe('담은 곳의 동', () => {
  test('주소가 말하지 않으면 지번 주소에서, 그것도 없으면 바로 옆집에서', async () => {
    await seedPlaces(on.database, [
      {
        placeId: 'test:lot',
        name: '새뜰곰탕',
        address: '서울특별시 성동구 새뜰로 39-9',
        lotAddress: '서울특별시 성동구 성수동2가 284-1',
        lat: 37.54,
        lng: 127.056,
      },
      {
        placeId: 'test:neighbour',
        name: '옆집국수',
        address: '서울특별시 마포구 동교로 1 (연남동)',
        lat: 37.56,
        lng: 126.92,
      },
    ]);
    const mine = listOf(on.app, await signUpMember(on.app));
    await mine.addPlace('test:lot');
    const byHand = await mine.addByHand({
      name: '골목집',
      address: '동교로 3',
      coordinates: { lat: 37.5605, lng: 126.9205 },
    });
    await mine.addByHand({ name: '먼 집', address: '어딘가', coordinates: { lat: 37.6, lng: 126.92 } });
    const neighbourhoods = async () =>
      Object.fromEntries((await mine.now()).restaurants.map((each) => [each.name, each.neighbourhood]));
    expect(await neighbourhoods()).toEqual({ 새뜰곰탕: '성수동2가', 골목집: '연남동', '먼 집': '' });

    await mine.changePlace(written(byHand).restaurant?.id ?? '', {
      name: '골목집',
      address: '서울 마포구 서교동 12-3',
    });
    expect((await neighbourhoods()).골목집).toBe('서교동');
  });

  test('이미 담은 곳은 옮길 때 채우고, 리스트는 새 판이 된다', async () => {
    const database = await createBareDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-before-'));
    try {
      const all = await readMigrations();
      const at = all.findIndex(({ name }) => name.endsWith('neighbourhoods.sql'));
      for (const { name, sql: text } of all.slice(0, at)) await writeFile(path.join(folder, name), text);
      const { connectionString } = database;
      await migrate({ connectionString, folder });
      await database.pool.query(`
        insert into places (place_id, name, address, lot_address, address_words)
          values ('kr:1', '곰탕', '서울특별시 성동구 새뜰로 39-9', '서울특별시 성동구 성수동2가 1', '');
        insert into restaurants_public (id, provider, name, address) values
          ('kr:1', 'local', '곰탕', '서울특별시 성동구 새뜰로 39-9'),
          ('g', 'google', '국수', '서울특별시 중구 명동9길 12 (을지로1가)'),
          ('own:1', 'own', '국밥', '어딘가');
        insert into users (id, name, email, email_verified) values ('u', '은조', 'u@example.com', true);
        insert into restaurant_lists (user_id, version) values ('u', 7)`);
      await migrate({ connectionString });
      const { rows } = await database.pool.query(
        'select id, neighbourhood from restaurants_public order by id',
      );
      expect(rows).toEqual([
        { id: 'g', neighbourhood: '을지로1가' },
        { id: 'kr:1', neighbourhood: '성수동2가' },
        { id: 'own:1', neighbourhood: '' },
      ]);
      const lists = await database.pool.query('select version > 7 as is_new from restaurant_lists');
      expect(lists.rows).toEqual([{ is_new: true }]);
    } finally {
      await database.close();
      await rm(folder, { recursive: true });
    }
  });
});
