import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { type KillableServer, openKillableServer } from '#server/http/killable-server.ts';

/**
 * Number of members who write concurrently. Each member waits for a response before the next request, as the outbox of
 * a phone does.
 */
const WRITERS = 24;
/**
 * Limits for the number of kills. The server is killed repeatedly until a kill happens between a commit and its
 * response, because this is the case under test.
 */
const KILLS = { atLeast: 2, atMost: 60 };
const ANSWERS_BEFORE_KILL = 60;

let server: KillableServer;
beforeAll(async () => {
  server = await openKillableServer();
});
afterAll(() => server?.close());

test('쓰는 도중에 서버가 죽어도 답한 것은 남고, 같은 멱등성 키로 다시 보낸 것은 한 번만 남는다', async () => {
  const outcome = await writeThroughKills({ keyOfRetry: (key) => key });
  expect(outcome.lost).toEqual([]);
  expect(outcome.duplicated).toEqual([]);
  expect(outcome.wanted).toBe(outcome.inLists);
  expect(outcome.committedWithoutAnswer).toBeGreaterThan(0);
}, 120_000);

test('대조: 다시 보낼 때 멱등성 키를 바꾸면 같은 곳이 두 번 남는다', async () => {
  const outcome = await writeThroughKills({
    keyOfRetry: () => randomUUID(),
    isEnough: async (names) => (await duplicates(names)).length > 0,
  });
  expect(outcome.duplicated.length).toBeGreaterThan(0);
}, 120_000);

/**
 * Members add places by hand while the server is repeatedly killed with `kill -9` and restarted. An addition without a
 * response is sent again until there is a response.
 */
async function writeThroughKills({
  keyOfRetry,
  isEnough = async (_names, replays) => replays > 0,
}: {
  keyOfRetry: (key: string) => string;
  isEnough?: (names: string[], replays: number) => Promise<boolean>;
}) {
  const members = await Promise.all(Array.from({ length: WRITERS }, signUpPaidMember));
  const names: string[] = [];
  const answered = new Set<string>();
  let replays = 0;
  let hasEnded = false;
  const restarted = { now: Promise.resolve() };

  const write = async (cookie: string) => {
    while (!hasEnded) {
      const name = `집 ${randomUUID()}`;
      names.push(name);
      for (let key: string = randomUUID(); ; key = keyOfRetry(key)) {
        await restarted.now;
        const answer = await add({ cookie, key, name });
        if (!answer) continue;
        if (answer.status !== 201)
          throw new Error(`An addition failed with ${answer.status}: ${await answer.text()}`);
        answered.add(name);
        if (answer.headers.get('idempotency-replayed')) replays += 1;
        break;
      }
    }
  };

  const writers = members.map(write);
  for (let kills = 0; kills < KILLS.atMost; kills += 1) {
    const before = answered.size;
    while (answered.size < before + ANSWERS_BEFORE_KILL) await aMoment();
    await server.kill();
    restarted.now = server.restart();
    await restarted.now;
    if (kills + 1 >= KILLS.atLeast && (await isEnough(names, replays))) break;
  }
  hasEnded = true;
  await Promise.all(writers);

  const kept = await keptNames(names);
  return {
    wanted: names.length,
    inLists: kept.length,
    lost: [...answered].filter((name) => !kept.includes(name)),
    duplicated: await duplicates(names),
    committedWithoutAnswer: replays,
  };
}

/** Sends the request that adds a place. @returns null if the server died before the response */
async function add({
  cookie,
  key,
  name,
}: {
  cookie: string;
  key: string;
  name: string;
}): Promise<Response | null> {
  try {
    return await fetch(`${server.url()}/api/my-restaurants`, {
      method: 'POST',
      headers: { cookie, origin: server.url(), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ place: { from: 'hand', name, address: '어딘가' } }),
    });
  } catch {
    return null;
  }
}

async function keptNames(names: string[]): Promise<string[]> {
  const rows = await server.database
    .selectFrom('my_restaurants')
    .innerJoin('restaurants_public', 'restaurants_public.id', 'my_restaurants.restaurant_id')
    .select('restaurants_public.name')
    .where('restaurants_public.name', 'in', names)
    .execute();
  return rows.map(({ name }) => name);
}

async function duplicates(names: string[]): Promise<string[]> {
  const kept = await keptNames(names);
  return kept.filter((name, at) => kept.indexOf(name) !== at);
}

/**
 * Creates a member in the process of this test. The killable server uses the same database and secret. Returns the
 * Cookie header of the member.
 */
async function signUpPaidMember(): Promise<string> {
  const { userId, cookie } = await signUpMember(server.on.app);
  await server.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
  return cookie;
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));
