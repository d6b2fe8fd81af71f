import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import type { Collection } from '#features/collections/collections.contract.ts';
import { sandboxSettings } from '#features/places/server/providers/external.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import type { TaskName } from '#server/jobs/jobs.ts';
import { googleId } from '../../../tools/sandbox/maps/google-place.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../tools/sandbox/maps/maps.ts';
import { collectionsOf } from './collections.test-factory.ts';

let sandbox: MapsSandbox;
let on: TestApp;
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
  const settings = { ...sandboxSettings(sandbox), PLACES_PROVIDER: 'google' } as const;
  on = await openTestApp({ settings });
});
afterAll(() => Promise.all([on.close(), sandbox.close()]));

async function run(task: TaskName) {
  await on.jobs.add(on.database, task, {});
  await on.jobs.runDue();
}

test('모음에만 있는 곳도 닫았는지 알 수 있고, 사실이 바뀌거나 지워지면 모음에서 보인다', async () => {
  const member = await signUpMember(on.app);
  const mine = collectionsOf(on.app, member);
  // In the sandbox, the place with the number 7 is permanently closed.
  const placeId = await placeInCatalogue(on.database, { id: googleId(7), provider: 'google' });
  const { id } = await mine.made({ restaurantIds: [placeId] });
  const tagOf = async () => String((await mine.read(id)).headers.etag);
  const readAgain = async (tag: string) => {
    const answer = await mine.read(id, { 'if-none-match': tag });
    expect(answer.statusCode).toBe(200);
    return answer.json<Collection>().places[0];
  };

  let tag = await tagOf();
  await run('restaurants.check_closed');
  expect(await readAgain(tag)).toMatchObject({ businessStatus: 'closed_permanently', phoneNumber: null });

  tag = await tagOf();
  await listOf(on.app, member).open(placeId);
  expect(await readAgain(tag)).toMatchObject({ phoneNumber: '02-0000-1007' });

  tag = await tagOf();
  await sql`
    update restaurants_public set provider_fetched_at = now() - interval '31 days' where id = ${placeId}
  `.execute(on.database);
  await run('restaurants.delete_expired_provider_data');
  expect(await readAgain(tag)).toMatchObject({ phoneNumber: null });
});
