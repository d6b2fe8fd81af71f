import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, type Me, signIn } from '../account.contract.ts';
import { requestsTo, signUpMember, type TestMember } from './account.test-factory.ts';

const DAY = 24 * 60 * 60 * 1000;
const ADMIN_EMAIL = 'boss@example.com';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ settings: { ADMIN_EMAIL } });
});
afterAll(() => testApp?.close());

async function me({ headers }: TestMember): Promise<Me> {
  const answer = await testApp.app.inject({ method: 'GET', url: getMe.url, headers });
  return answer.json().me;
}

const send = requestsTo(() => testApp.app);
const signInAgain = async ({ email, password }: TestMember): Promise<Me> =>
  (await send(signIn, { email, password })).body.me;

const setPaidUntil = (member: TestMember, end: number) =>
  testApp.database
    .insertInto('memberships')
    .values({ user_id: member.userId, account_tier: 'paid', paid_tier_expires_at: new Date(end) })
    .execute();

const storedTier = async (member: TestMember) =>
  (
    await testApp.database
      .selectFrom('memberships')
      .where('user_id', '=', member.userId)
      .select('account_tier')
      .executeTakeFirst()
  )?.account_tier;

const setEmailVerified = (member: TestMember) =>
  testApp.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', member.userId)
    .execute();

describe('유료 회원', () => {
  test('기간 안에는 유료다', async () => {
    const member = await signUpMember(testApp.app);
    const end = Date.now() + DAY;
    await setPaidUntil(member, end);
    expect(await me(member)).toMatchObject({ accountTier: 'paid', paidTierExpiresAt: end });
    expect(await storedTier(member)).toBe('paid');
  });

  test('기간이 지나면 곧바로 무료로 읽히고, 저장된 등급도 무료로 바뀐다', async () => {
    const member = await signUpMember(testApp.app);
    await setPaidUntil(member, Date.now() - 1);
    expect((await me(member)).accountTier).toBe('free');
    expect(await storedTier(member)).toBe('free');
  });

  test('다시 로그인할 때도 바뀐다', async () => {
    const member = await signUpMember(testApp.app);
    await setPaidUntil(member, Date.now() - DAY);
    expect((await signInAgain(member)).accountTier).toBe('free');
    expect(await storedTier(member)).toBe('free');
  });
});

describe('관리자', () => {
  test('정해진 메일로 가입만 해서는 관리자가 아니다', async () => {
    const boss = await signUpMember(testApp.app, { email: ADMIN_EMAIL });
    expect(boss.me).toMatchObject({ isAdmin: false, accountTier: 'free' });
    expect(await signInAgain(boss)).toMatchObject({ isAdmin: false, accountTier: 'free' });
    expect(await storedTier(boss)).toBeUndefined();

    await setEmailVerified(boss);
    expect(await me(boss)).toMatchObject({ isAdmin: true, accountTier: 'paid' });
    // The tier must be stored, because it decides what visitors see at the admin's share links.
    expect(await storedTier(boss)).toBe('paid');

    const signedIn = await signInAgain(boss);
    expect(signedIn).toMatchObject({ isAdmin: true, accountTier: 'paid' });
    const years = ((signedIn.paidTierExpiresAt ?? 0) - Date.now()) / (365.25 * DAY);
    expect(99.9 < years && years < 100.1).toBe(true);
  });

  test('로그인한 동안 id로 정해진 관리자는, 기간이 지났어도 다시 로그인하지 않고 유료가 된다', async () => {
    const chosen = await signUpMember(testApp.app);
    await setPaidUntil(chosen, Date.now() - DAY);
    const settings = { ADMIN_UID: chosen.userId };
    const other = await openTestApp({ settings, database: testApp.database });
    try {
      await other.app.inject({ method: 'GET', url: getMe.url, headers: chosen.headers });
      expect(await storedTier(chosen)).toBe('paid');
    } finally {
      await other.close();
    }
  });

  test('id로 정해진 관리자는 로그인할 때마다 100년이 된다', async () => {
    const chosen = await signUpMember(testApp.app, { email: 'chosen@example.com' });
    await setPaidUntil(chosen, Date.now() - DAY);
    const settings = { ADMIN_UID: chosen.userId, ADMIN_EMAIL };
    const other = await openTestApp({ settings, database: testApp.database });
    try {
      const answer = await other.app.inject({
        method: signIn.method,
        url: signIn.url,
        headers: { origin: OWN_ORIGIN },
        payload: { email: chosen.email, password: chosen.password },
      });
      expect(answer.json().me).toMatchObject({ isAdmin: true, accountTier: 'paid' });
      expect(await storedTier(chosen)).toBe('paid');
    } finally {
      await other.close();
    }
  });
});
