import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { createUnlockedDatabase, type TestDatabase } from '#server/database/test-database.ts';
import type { App } from '#server/http/feature.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { listOf, placeInCatalogue, requireNewVersions } from './restaurants.test-factory.ts';

/** Number of parallel additions in each round. Each addition is of a different place. */
const ADDS = 100;
const ROUNDS = 3;
/** The rate limit is raised, because this test is about the limit of places. */
const WITHOUT_RATE_LIMIT = { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 };

/**
 * A second server that must exceed the limit, to show that this test can fail. Its database connection removes
 * `for update` from the statement that locks a list. Each request then counts the restaurants without waiting for other
 * requests.
 */
let unlocked: { on: TestApp; opened: TestDatabase };
let on: TestApp;

beforeAll(async () => {
  on = await openTestApp({ settings: WITHOUT_RATE_LIMIT });
  await requireNewVersions(on.database);
  unlocked = await openUnlocked();
});
afterAll(() => Promise.all([on.close(), unlocked.on.close(), unlocked.opened.close()]));

/** Creates a free member with one free slot, who adds many places at once. Returns the outcome. */
async function addManyAtOnce(app: App, database: TestApp['database']) {
  const mine = listOf(app, await signUpMember(app));
  for (let n = 1; n < FREE_RESTAURANT_LIMIT; n += 1) await mine.addPlace(await placeInCatalogue(database));
  const places = await Promise.all(Array.from({ length: ADDS }, () => placeInCatalogue(database)));

  const answers = await Promise.all(places.map((placeId) => mine.addPlace(placeId)));

  const codes = answers.map((answer) => (answer.statusCode === 201 ? 'added' : answer.json().code));
  return {
    added: codes.filter((code) => code === 'added').length,
    refused: codes.filter((code) => code === 'restaurants.limit_reached').length,
    inList: (await mine.now()).restaurants.length,
  };
}

test('무료 회원이 백 곳을 한꺼번에 더해도 열 곳을 넘지 않는다', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await addManyAtOnce(on.app, on.database)).toEqual({
      added: 1,
      refused: ADDS - 1,
      inList: FREE_RESTAURANT_LIMIT,
    });
  }
});

test('대조: 리스트를 잠그지 않으면 한도를 넘는다', async () => {
  let worst = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    worst = Math.max(worst, (await addManyAtOnce(unlocked.on.app, unlocked.opened.database)).inList);
  }
  expect(worst).toBeGreaterThan(FREE_RESTAURANT_LIMIT);
});

async function openUnlocked(): Promise<{ on: TestApp; opened: TestDatabase }> {
  const opened = await createUnlockedDatabase({ lock: /for update of "list"$/ });
  return { on: await openTestApp({ opened, settings: WITHOUT_RATE_LIMIT }), opened };
}
