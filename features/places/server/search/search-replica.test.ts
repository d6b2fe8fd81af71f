import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { openSearchDatabase } from '#server/database/search-database.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp } from '#server/http/test-app.ts';
import { localIndex } from './local-index.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';

/** The two databases have different contents, so that a result shows which database has answered. */
describe('장소 검색을 읽기 전용 복제본에서 한다', () => {
  let primary: TestDatabase;
  let folder: string;
  let replica: Awaited<ReturnType<typeof openEmbeddedPostgres>>;
  const log: string[] = [];
  const write = (_details: object, message: string) => void log.push(message);

  beforeAll(async () => {
    primary = await createTestDatabase({ max: 4 });
    await seedPlaces(primary.database, [{ name: '별난국수 본서버' }]);
    folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-replica-'));
    replica = await openEmbeddedPostgres({ dataFolder: folder });
    await migrate({ connectionString: replica.connectionString });
    const opened = openDatabase({ connectionString: replica.connectionString });
    await seedPlaces(opened.database, [{ name: '별난국수 복제본' }]);
    await opened.close();
  }, 120_000);
  afterAll(async () => {
    await replica.stop();
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('복제본이 멈추면 본서버에서 찾고, 돌아오면 다시 복제본에서 찾는다', async () => {
    const search = openSearchDatabase({
      primary: primary.connectionString,
      replica: replica.connectionString,
      statementSeconds: 5,
      log: { info: write, warn: write },
    });
    const places = localIndex(primary.database, search);
    const found = async () => (await places.autocomplete({ query: '별난국수' })).map(({ name }) => name);
    const METRICS_TOKEN = 'a-token-of-24-characters';
    const { app, close } = await openTestApp({
      features: [],
      searchDatabase: search,
      settings: { METRICS_TOKEN },
    });
    const ready = async () => (await app.inject('/readyz')).json().search;
    const metrics = async () =>
      (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).body;

    expect(await found()).toEqual(['별난국수 복제본']);
    expect(await ready()).toEqual({ replica: 'used' });
    expect(await metrics()).toMatch(/^search_replica_used 1$/m);

    await replica.stop();
    // The replica stops while its connections are open and three searches run.
    expect(await Promise.all([found(), found(), found()])).toEqual(Array(3).fill(['별난국수 본서버']));
    expect(await found()).toEqual(['별난국수 본서버']);
    expect(await ready()).toEqual({ replica: 'away' });
    expect(await metrics()).toMatch(/^search_replica_used 0$/m);
    expect(log).toEqual(['search.replica_away']);

    replica = await openEmbeddedPostgres({ dataFolder: folder });
    await expect.poll(found, { interval: 500 }).toEqual(['별난국수 복제본']);
    expect(await ready()).toEqual({ replica: 'used' });
    expect(log).toEqual(['search.replica_away', 'search.replica_back']);
    await close();
    await search.close();
  }, 120_000);

  test('복제본이 없으면 본서버에서 찾고, 상태에 나타나지 않는다', async () => {
    const search = openSearchDatabase({
      primary: primary.connectionString,
      statementSeconds: 5,
      log: { info: write, warn: write },
    });
    const [first] = await localIndex(primary.database, search).autocomplete({ query: '별난국수' });
    expect(first?.name).toBe('별난국수 본서버');
    const { app, close } = await openTestApp({ features: [], searchDatabase: search });
    expect((await app.inject('/readyz')).json()).not.toHaveProperty('search');
    await close();
    await search.close();
  });

  test('본서버도 같은 잘못으로 답하지 못하면 복제본 탓이 아니다', async () => {
    const search = openSearchDatabase({
      primary: primary.connectionString,
      replica: replica.connectionString,
      statementSeconds: 5,
      log: { info: write, warn: write },
    });
    const wrong = search.read((connection) =>
      connection.selectFrom('users').select('id').where('id', '=', '\0').execute(),
    );
    await expect(wrong).rejects.toThrow();
    expect(search.replica()).toBe('used');
    await search.close();
  });
});
