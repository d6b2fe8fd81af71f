import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { createBareDatabase } from '#server/database/test-database.ts';

const [noodles, alone, family] = ['국수', '혼밥', '가족과'].map((tag) => tag.normalize('NFC'));
const decomposed = (text: string | undefined) => text?.normalize('NFD') ?? '';

test('NFD로 저장된 태그는 옮길 때 NFC가 되고, 문서는 새 판이 된다', async () => {
  const database = await createBareDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-before-'));
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  const all = await readMigrations();
  const at = all.findIndex(({ name }) => name.endsWith('composed-tags.sql'));
  for (const { name, sql } of all.slice(0, at)) await writeFile(path.join(folder, name), sql);
  const { connectionString } = database;
  await migrate({ connectionString, folder });
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Record<string, unknown>[];
  for (const user of ['changed', 'same']) {
    await query(
      `insert into users (id, name, email, email_verified) values ($1, '', $1 || '@example.com', true)`,
      [user],
    );
    await query('insert into restaurant_lists (user_id, version) values ($1, 7)', [user]);
    await query('insert into journals (user_id, version) values ($1, 7)', [user]);
  }
  await query(
    `insert into restaurants_public (id, provider, name, address, public_custom_tags)
    values ('own:1', 'own', '국밥', '어딘가', $1)`,
    [[decomposed(noodles)]],
  );
  const save = (user: string, tags: (string | undefined)[]) =>
    query(
      `insert into my_restaurants (user_id, restaurant_id, status, custom_tags) values ($1, 'own:1', '방문 예정', $2)`,
      [user, tags],
    );
  await save('changed', [alone, decomposed(noodles), noodles, decomposed(alone)]);
  await save('same', [noodles]);
  await query(
    `insert into journal_entries (user_id, id, restaurant_name, visit_date, tags_with)
      values ('changed', gen_random_uuid(), $1, '2026-11-01', $2)`,
    [decomposed(noodles), [decomposed(family)]],
  );
  const filter = { of: 'filtered', status: null, categoryIds: [], tags: [decomposed(noodles)] };
  await query(
    `insert into list_shares (id, user_id, title, note, selection, shows_ratings, shows_reviews, shows_memos)
      values ('share', 'changed', '', '', $1, true, true, true)`,
    [JSON.stringify(filter)],
  );

  await migrate({ connectionString });
  expect(await query('select custom_tags as tags from my_restaurants order by user_id')).toEqual([
    { tags: [alone, noodles] },
    { tags: [noodles] },
  ]);
  expect(
    await query('select restaurant_name as name, tags_with, tags_occasion from journal_entries'),
  ).toEqual([{ name: noodles, tags_with: [family], tags_occasion: [] }]);
  expect(await query('select public_custom_tags as tags from restaurants_public')).toEqual([
    { tags: [noodles] },
  ]);
  expect(await query('select selection, version from list_shares')).toEqual([
    { selection: { ...filter, tags: [noodles] }, version: 2 },
  ]);
  for (const document of ['restaurant_lists', 'journals'])
    expect(await query(`select user_id, version > 7 as is_new from ${document} order by user_id`)).toEqual([
      { user_id: 'changed', is_new: true },
      { user_id: 'same', is_new: false },
    ]);
});
