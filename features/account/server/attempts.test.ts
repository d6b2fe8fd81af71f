import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSettings } from '#server/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { problem } from '#server/http/problem.ts';
import { accountProblems } from '../account.contract.ts';
import { createAttemptLimiter, networkOf } from './attempts.ts';
import { countAttempt } from './attempts.sql.ts';

describe('한꺼번에 온 시도', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterAll(() => opened?.close());

  const all = Array.from({ length: 40 }, (_, at) => at + 1);

  test('하나도 빠짐없이 차례대로 세어진다', async () => {
    const counted = await Promise.all(
      all.map(() => countAttempt(opened.database, { key: 'k', windowMs: 60_000 })),
    );
    expect(counted.map(({ attempts }) => attempts).sort((a, b) => a - b)).toEqual(all);
  });

  test('읽고 나서 쓰면 빠지는 것이 있다 (앞의 시험이 틀릴 수 있다는 증거)', async () => {
    const { database } = opened;
    const row = { key: 'naive', resets_at: new Date(Date.now() + 60_000) };
    await database
      .insertInto('rate_limits')
      .values({ ...row, attempts: 0 })
      .execute();
    const readThenWrite = async () => {
      const found = await database
        .selectFrom('rate_limits')
        .where('key', '=', 'naive')
        .select('attempts')
        .executeTakeFirstOrThrow();
      const attempts = found.attempts + 1;
      await database.updateTable('rate_limits').set({ attempts }).where('key', '=', 'naive').execute();
      return attempts;
    };
    const counted = await Promise.all(all.map(readThenWrite));
    expect(Math.max(...counted)).toBeLessThan(all.length);
  });
});

describe('데이터베이스가 끊긴 시도', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterAll(() => opened?.close());

  const limits = [
    { limit: 'signInByAddress', of: '203.0.113.7' },
    { limit: 'signInByAccount', of: 'yesi@example.com' },
  ] as const;
  const counts = async () => {
    const rows = await opened.database
      .selectFrom('rate_limits')
      .where('key', 'like', 'signInBy%')
      .select('attempts')
      .execute();
    return rows.map(({ attempts }) => attempts);
  };
  const failSignIn = () => Promise.reject(problem(accountProblems, 'account.credentials_wrong'));
  const settings = loadSettings({ AUTH_SECRET: 'x'.repeat(32) });

  test('틀린 시도로 세지 않는다. 그동안 아무것도 쓸 수 없었으면 다음 시도 앞에 되돌린다', async () => {
    const away = new Error('Connection terminated unexpectedly');
    let isAway = false;
    // `isAway` simulates an outage: while it is true, every statement of this database fails.
    const database = opened.database.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway) throw away;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const attempts = createAttemptLimiter({ database, settings });
    const cutShort = () => {
      isAway = true;
      return Promise.reject(away);
    };
    for (let nth = 0; nth < 12; nth++) {
      await expect(attempts.within({ limits, run: cutShort })).rejects.toBe(away);
      isAway = false;
    }
    await expect(attempts.within({ limits, run: failSignIn })).rejects.toMatchObject({
      code: 'account.credentials_wrong',
    });
    expect(await counts()).toEqual([1, 1]);
  });

  test('틀린 비밀번호는 센다 (앞의 시험이 틀릴 수 있다는 증거)', async () => {
    const attempts = createAttemptLimiter({ database: opened.database, settings });
    const codes: unknown[] = [];
    for (let nth = 0; nth < 10; nth++)
      codes.push(await attempts.within({ limits, run: failSignIn }).catch(({ code }) => code));
    expect(codes.at(-2)).toBe('account.credentials_wrong');
    expect(codes.at(-1)).toBe('account.too_many_attempts');
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s 은(는) %s 에 속한다', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
