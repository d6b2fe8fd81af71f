import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import { createUnlockedDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { collectionsOf } from './collections.test-factory.ts';

const CREATIONS = 30;
const ROUNDS = 3;
const WITHOUT_RATE_LIMIT = { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 };

/** The control: a second server whose database connection does not lock the account. It must exceed the limit. */
let unlocked: { on: TestApp; opened: TestDatabase };
let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({ settings: WITHOUT_RATE_LIMIT });
  const opened = await createUnlockedDatabase({ lock: /for no key update\s*$/ });
  unlocked = { on: await openTestApp({ opened, settings: WITHOUT_RATE_LIMIT }), opened };
});
afterAll(() => Promise.all([on.close(), unlocked.on.close(), unlocked.opened.close()]));

async function createManyAtOnce({ app }: TestApp): Promise<number> {
  const mine = collectionsOf(app, await signUpMember(app));
  await Promise.all(Array.from({ length: CREATIONS }, () => mine.create()));
  return (await mine.list()).collections.length;
}

test('무료 회원이 한꺼번에 만들어도 세 개를 넘지 않는다', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await createManyAtOnce(on)).toBe(FREE_COLLECTION_LIMIT);
  }
});

test('대조: 계정을 잠그지 않으면 한도를 넘는다', async () => {
  let worst = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    worst = Math.max(worst, await createManyAtOnce(unlocked.on));
  }
  expect(worst).toBeGreaterThan(FREE_COLLECTION_LIMIT);
});
