import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { ImportedRow } from '#features/catalogue/provided-admin.contract.ts';
import { sandboxSettings } from '#features/places/server/providers/external.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { googleId } from '../../../tools/sandbox/maps/google-place.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../tools/sandbox/maps/maps.ts';
import { catalogueOf } from './provided.test-factory.ts';

let sandbox: MapsSandbox;
let on: TestApp;
let catalogue: ReturnType<typeof catalogueOf>;
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
  on = await openTestApp({
    settings: {
      ...sandboxSettings(sandbox),
      ADMIN_EMAIL: 'boss@example.com',
      PLACES_PROVIDER: 'google',
      PLACES_CALLS_PER_DAY: 1000,
      PLACES_CALLS_PER_DAY_BY_ACCOUNT: 2,
    },
  });
  catalogue = catalogueOf(on, await openAdmin(on));
});
afterAll(() => Promise.all([on?.close(), sandbox?.close()]));

const nextDay = async () => {
  await on.database.deleteFrom('maps_calls_of_account').execute();
  await on.database.deleteFrom('maps_calls_of_day').execute();
};

test('하루 한도보다 긴 파일은 한도까지 올라가고, 다음 날 다시 올리면 나머지가 올라간다', async () => {
  const ids = [1, 2, 3, 4, 5].map(googleId);
  const csv = ['place_id,name', ...ids.map((id) => `${id},어느 집`)].join('\n');
  const rowsOf = async (isPreview: boolean) =>
    (await catalogue.import(csv, isPreview))
      .json<{ rows: ImportedRow[] }>()
      .rows.map(({ outcome, errors }) => [outcome, ...errors.map(({ code }) => code)].join(' '));
  const tomorrow = 'refused catalogue.maps_used_up_today';

  const firstDay = ['added', 'added', tomorrow, tomorrow, tomorrow];
  expect(await rowsOf(true)).toEqual(firstDay);
  expect(await rowsOf(false)).toEqual(firstDay);
  await nextDay();
  const secondDay = ['unchanged', 'unchanged', 'added', 'added', tomorrow];
  expect(await rowsOf(true)).toEqual(secondDay);
  expect(await rowsOf(false)).toEqual(secondDay);
  await nextDay();
  expect(await rowsOf(false)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged', 'added']);
});
