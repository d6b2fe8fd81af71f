import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { someWebp } from '#features/photos/server/photos.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testRuns } from '#server/test-runs.ts';
import { randomIpAddress, signUpMember, type TestMember } from '../../server/account.test-factory.ts';

let testApp: TestApp;
let photo: Buffer;
/** SQLSTATEs of failed statements, including deadlocks after which the transaction was retried successfully. */
const failures: string[] = [];
beforeAll(async () => {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const answer: unknown = Reflect.apply(query as () => unknown, this, given);
    if (answer instanceof Promise) answer.catch((error) => failures.push(String(error.code)));
    return answer as never;
  });
  testApp = await openTestApp();
  photo = await someWebp({ width: 40, height: 30 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await testApp?.close();
});

const ROUNDS = testRuns(8);
const DAY = 86_400_000;

test('같은 회원이 쉬지 않고 쓰고 있어도 지금 탈퇴할 수 있고, 교착에 빠지지 않는다', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await paidMember();
    const saved = (await save(member)).json().restaurant.id;
    let hasEnded = false;
    const writers = [
      () => save(member),
      () =>
        send(member, 'PATCH', `/api/my-restaurants/${saved}`, {
          review: '다시 갔다',
          rating: 4,
          isShared: true,
        }),
      () => send(member, 'POST', '/api/journal/entries', { restaurantName: '국밥집', visitDate: DAY }),
      () => send(member, 'POST', '/api/photos?purpose=journal', photo),
      () => send(member, 'POST', '/api/list-shares', SHARE),
    ].map(async (write) => {
      while (!hasEnded) {
        // There is no pause between writes, so that a write always holds a shared lock of the account.
        statuses.add((await write()).statusCode);
        // The rate limit refuses without input or output. Without this line, such refusals would keep this process from
        // reading the answers of the database for a minute.
        await setImmediate();
      }
    });
    const left = await send(member, 'POST', '/api/account/deletion/now', {
      reason: '',
      password: member.password,
      phrase: '탈퇴합니다',
    });
    hasEnded = true;
    await Promise.all(writers);
    expect(left.statusCode, left.body).toBe(200);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toContain(401);
  expect(failures.filter((code) => code.startsWith('40'))).toEqual([]);
}, 120_000);

const SHARE = {
  title: '점심',
  selection: { of: 'all' },
  shows: { ratings: true, reviews: true, memos: true },
};

async function paidMember(): Promise<TestMember> {
  const member = await signUpMember(testApp.app);
  await testApp.database
    .insertInto('memberships')
    .values({ user_id: member.userId, account_tier: 'paid' })
    .onConflict((row) => row.column('user_id').doUpdateSet({ account_tier: 'paid' }))
    .execute();
  return member;
}

const send = (member: TestMember, method: 'POST' | 'PATCH', url: string, payload: object | Buffer) =>
  testApp.app.inject({
    method,
    url,
    headers: {
      ...member.headers,
      ...(Buffer.isBuffer(payload) && { 'content-type': 'image/webp' }),
      'idempotency-key': crypto.randomUUID(),
    },
    // The limit of requests from one address must not refuse the writes.
    remoteAddress: randomIpAddress(),
    payload,
  });

const save = (member: TestMember) =>
  send(member, 'POST', '/api/my-restaurants', {
    place: { from: 'hand', name: `국밥집 ${crypto.randomUUID()}`, address: '서울특별시 종로구 예시로 1' },
  });
