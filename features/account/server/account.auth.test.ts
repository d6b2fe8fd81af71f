import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createAuth } from './account.auth.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('our migrations create every table and column that this version of better-auth needs', async () => {
  const { database, app } = testApp;
  const settings = { AUTH_SECRET: 'x'.repeat(32), BASE_URL: 'http://localhost:3000' };
  const auth = createAuth({
    database,
    settings,
    log: app.log,
    onSignedIn: async () => {},
    onJoined: () => {},
  });

  const { toBeCreated, toBeAdded } = await getMigrations(auth.options);
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });

  await database.schema.alterTable('accounts').dropColumn('id_token').execute();
  const control = await getMigrations(auth.options);
  expect(control.toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([
    ['accounts', ['id_token']],
  ]);
});
