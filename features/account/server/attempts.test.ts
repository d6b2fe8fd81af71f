import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { networkOf } from './attempts.ts';
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
