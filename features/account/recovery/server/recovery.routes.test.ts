import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { m } from '#messages';
import { OWN_ORIGIN } from '#server/http/test-app.ts';
import { getMe, signIn } from '../../account.contract.ts';
import { createJournalFeed } from '#features/journal/journal-feed.contract.ts';
import { createApiToken } from '../../api-tokens/api-tokens.contract.ts';
import { makeDeletionDue } from '../../deletion/server/account-deletion.sql.ts';
import { requestPasswordReset, resetPassword } from '../../mail-links/mail-links.contract.ts';
import {
  addPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../../passkeys/passkeys.contract.ts';
import {
  cancelSecondFactorRemoval,
  cancelSecondFactorRemovalByMail,
  finishReview,
  getSecurityNotices,
  requestSecondFactorRemoval,
  startSecondFactorRemoval,
} from '../recovery.contract.ts';
import {
  confirmSecondFactor,
  passSecondFactor,
  startSecondFactorSetup,
} from '../../second-factor/second-factor.contract.ts';
import { getSecurity } from '../../security/security.contract.ts';
import { requestsTo, signUpMember, type TestMember } from '../../server/account.test-factory.ts';
import { chooseAtGoogle, openGoogleTestApp } from '../../providers/server/google-pages.test-factory.ts';
import { appCode } from '../../second-factor/server/authenticator-app.test-factory.ts';
import { addSecondFactor } from '../../second-factor/server/second-factor.test-factory.ts';
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../../passkeys/server/software-authenticator.test-factory.ts';

/* An attacker with a signed-in browser and the password adds every kind of persistent access.
   Only the owner has access to the mailbox. */

const { google, testApp, close } = await openGoogleTestApp();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());
afterAll(close);

const send = requestsTo(() => testApp.app);
const meWith = async (cookie: string) => (await send(getMe, undefined, { cookie })).body.me;
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 60 * 60 * 1000);

const inKorean = { locale: 'ko' } as const;
const SUBJECTS = {
  reset: m.mail_reset_subject({}, inKorean),
  removal_link: m.mail_removal_link_subject({}, inKorean),
  removal_started: m.mail_removal_started_subject({}, inKorean),
  removal_done: m.mail_removal_done_subject({}, inKorean),
};
type Kind = keyof typeof SUBJECTS;

async function mailTo(address: string, kind: Kind) {
  await testApp.jobs.runDue();
  return testApp.mails.filter((mail) => mail.address === address && mail.subject === SUBJECTS[kind]);
}
async function tokenIn(address: string, kind: Kind): Promise<string> {
  const { text = '' } = (await mailTo(address, kind)).at(-1) ?? {};
  return /\?(?:token|cancel)=([\w-]{43})$/m.exec(text)?.[1] ?? '';
}

async function compromisedAccount({ isSecondFactorAdded = true } = {}) {
  const owner = await signUpMember(testApp.app);
  const authenticator = softwareAuthenticator({ origin: OWN_ORIGIN, rpId: 'localhost' });
  await addPasskeyTo(owner, authenticator);
  const sub = `attacker-of-${owner.userId}`;
  google.people.push({ id: sub, name: '모르는 사람', email: `${sub}@example.com`, isEmailVerified: true });
  await atGoogle('link', { sub }, { password: owner.password }, owner);
  const { secret } = (await send(createApiToken, { name: 'mine', scope: 'read-write' }, owner)).body;
  const { url: calendar } = (await send(createJournalFeed, undefined, owner)).body.feed;
  const other = await send(signIn, { email: owner.email, password: owner.password });
  let key = '';
  let session = owner.cookie;
  if (isSecondFactorAdded) {
    ({ key, cookie: session } = await addSecondFactor(send, owner));
  }
  expect(await meWith(other.cookie)).toMatchObject({ uid: owner.userId });
  expect(await meWith(session)).toMatchObject({ uid: owner.userId });
  return {
    owner,
    authenticator,
    sub,
    bearer: secret as string,
    calendar,
    key,
    sessions: [session, other.cookie],
  };
}

async function addPasskeyTo(member: TestMember, authenticator: SoftwareAuthenticator) {
  const begun = await send(startPasskey, { password: member.password }, member);
  const cookie = `${member.cookie}; ${begun.cookie}`;
  const added = await send(addPasskey, { response: authenticator.create(begun.body.options) }, { cookie });
  expect(added.status).toBe(201);
}

async function withPasskey(authenticator: SoftwareAuthenticator) {
  const { body, cookie } = await send(startPasskeySignIn);
  return send(signInWithPasskey, { response: authenticator.get(body.options) }, { cookie });
}

async function atGoogle(way: string, { sub }: { sub: string }, body: object, { cookie = '' } = {}) {
  const url = `/api/account/providers/google/${way}`;
  const started = await send({ method: 'POST', url }, body, { cookie });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const callback = await chooseAtGoogle(started.body.url, { sub });
  const { pathname, search } = new URL(callback);
  return send({ method: 'GET', url: `${pathname}${search}` }, undefined, {
    cookie: [cookie, started.cookie].filter(Boolean).join('; '),
  });
}

const NEW_PASSWORD = 'only-the-owner-knows';
async function resetByMail({ email }: { email: string }) {
  await send(requestPasswordReset, { email });
  const token = await tokenIn(email, 'reset');
  const passwords = { newPassword: NEW_PASSWORD, newPasswordConfirm: NEW_PASSWORD };
  expect((await send(resetPassword, { token, ...passwords })).status).toBe(200);
}
const logIn = ({ email }: { email: string }, password = NEW_PASSWORD) => send(signIn, { email, password });

test('메일로 재설정하면 공격자는 더해 둔 어떤 방법으로도 들어오지 못한다', async () => {
  const { owner, authenticator, sub, bearer, calendar, sessions } = await compromisedAccount({
    isSecondFactorAdded: false,
  });
  const readCalendar = async () => (await send({ method: 'GET', url: new URL(calendar).pathname })).status;
  // Checks that every credential of the attacker works before the reset. If a credential never worked, the refusals
  // after the reset would prove nothing.
  expect((await withPasskey(authenticator)).status).toBe(200);
  expect(await meWith((await atGoogle('sign-in', { sub }, { intent: 'sign_in' })).cookie)).not.toBeNull();
  expect((await send(getMe, undefined, { bearer })).body.me).not.toBeNull();
  expect(await readCalendar()).toBe(200);

  await resetByMail(owner);
  for (const cookie of sessions) expect(await meWith(cookie)).toBeNull();
  expect((await send(getMe, undefined, { bearer })).status).toBe(401);
  expect(await readCalendar()).toBe(404);
  expect((await logIn(owner, owner.password)).status).toBe(401);
  const byPasskey = await withPasskey(authenticator);
  expect([byPasskey.status, byPasskey.body.code]).toEqual([403, 'account.review_due']);
  const byGoogle = await atGoogle('sign-in', { sub }, { intent: 'sign_in' });
  expect(byGoogle.headers.location).toContain('problem=review_due');
  for (const { cookie } of [byPasskey, byGoogle]) expect(cookie).not.toContain('momokzi.session=');
  const left = testApp.database.selectFrom('sessions').where('user_id', '=', owner.userId).select('id');
  expect(await left.execute()).toEqual([]);
});

test('주인은 로그인해서 더한 적 없는 것을 지우고, 제 것은 다시 쓴다', async () => {
  const { owner, authenticator, sub } = await compromisedAccount({ isSecondFactorAdded: false });
  const own = softwareAuthenticator({ origin: OWN_ORIGIN, rpId: 'localhost' });
  await addPasskeyTo(owner, own);
  await resetByMail(owner);
  const { cookie } = await logIn(owner);
  expect((await send(getSecurityNotices, undefined, { cookie })).body).toMatchObject({ isReviewDue: true });

  const { passkeys, providers } = (await send(getSecurity, undefined, { cookie })).body;
  expect([passkeys.length, providers.length]).toEqual([2, 1]);
  const strange = passkeys[1].id as string;
  const review = { passkeys: [strange], providers: ['google'], secondFactor: false };
  const refused = await send(finishReview, { ...review, password: owner.password }, { cookie });
  expect(refused.body.code).toBe('account.password_wrong');
  const done = await send(finishReview, { ...review, password: NEW_PASSWORD }, { cookie });
  expect(done.body).toEqual({ isReviewDue: false, secondFactorRemoval: null });

  expect((await withPasskey(authenticator)).body.code).toBe('account.passkey_refused');
  const back = await atGoogle('sign-in', { sub }, { intent: 'sign_in' });
  expect((await meWith(back.cookie))?.uid).not.toBe(owner.userId);
  expect((await withPasskey(own)).body.me).toMatchObject({ uid: owner.userId });
});

test('다른 사람의 것은 확인하면서 지울 수 없다', async () => {
  const { owner, authenticator } = await compromisedAccount({ isSecondFactorAdded: false });
  const { passkeys } = (await send(getSecurity, undefined, owner)).body;
  const stranger = await signUpMember(testApp.app);
  const review = { passkeys: [passkeys[0].id], providers: ['google'], secondFactor: true };
  await send(finishReview, { ...review, password: stranger.password }, stranger);
  expect((await withPasskey(authenticator)).status).toBe(200);
  expect((await send(getSecurity, undefined, owner)).body.providers).toHaveLength(1);
});

test('더한 것이 없는 사람은 재설정한 뒤 확인할 것이 없다', async () => {
  const owner = await signUpMember(testApp.app);
  await resetByMail(owner);
  const { cookie } = await logIn(owner);
  expect((await send(getSecurityNotices, undefined, { cookie })).body).toEqual({
    isReviewDue: false,
    secondFactorRemoval: null,
  });
});

async function startRemoval(owner: TestMember): Promise<number> {
  const half = await logIn(owner);
  expect(half.body).toMatchObject({ needsSecondFactor: true });
  expect((await send(requestSecondFactorRemoval, undefined, half)).status).toBe(202);
  const token = await tokenIn(owner.email, 'removal_link');
  const started = await send(startSecondFactorRemoval, { token });
  expect(started.status).toBe(200);
  return started.body.dueAt;
}

test('공격자가 켠 2단계 인증은 메일로 24시간 뒤에 없어지고, 그때까지 공격자는 막지 못한다', async () => {
  const { owner, authenticator, sub, key, sessions } = await compromisedAccount();
  await resetByMail(owner);
  const dueAt = await startRemoval(owner);
  expect(dueAt - Date.now()).toBe(24 * 60 * 60 * 1000);
  expect(await mailTo(owner.email, 'removal_started')).toHaveLength(1);

  for (const cookie of sessions)
    expect((await send(cancelSecondFactorRemoval, undefined, { cookie })).status).toBe(401);
  expect((await withPasskey(authenticator)).body.code).toBe('account.review_due');
  expect((await atGoogle('sign-in', { sub }, { intent: 'sign_in' })).headers.location).toContain(
    'problem=review_due',
  );
  const guess = await logIn(owner, owner.password);
  expect(
    (await send(passSecondFactor, { by: 'app', code: appCode(key), trustsBrowser: true }, guess)).status,
  ).toBe(410);

  hours(23.9);
  await testApp.jobs.runDue();
  await runRemovals();
  expect((await logIn(owner)).body).toMatchObject({ needsSecondFactor: true });
  hours(0.2);
  await runRemovals();
  const inside = await logIn(owner);
  expect(inside.body).toMatchObject({ needsSecondFactor: false, me: { uid: owner.userId } });
  expect(await mailTo(owner.email, 'removal_done')).toHaveLength(1);
  expect((await send(getSecurityNotices, undefined, inside)).body).toEqual({
    isReviewDue: true,
    secondFactorRemoval: null,
  });
  expect((await send(getSecurity, undefined, inside)).body.secondFactor.isOn).toBe(false);
});

/**
 * Runs the task directly. A job with a start time would wait for the database's clock, which ignores the fake timers.
 */
async function runRemovals() {
  await testApp.jobs.add(testApp.database, 'account.remove_second_factors', {});
  await testApp.jobs.runDue();
  await testApp.jobs.add(testApp.database, 'mail.send_due', {});
  await testApp.jobs.runDue();
}

test('메일함만 가진 사람은 주인의 2단계 인증을 몰래 없앨 수 없다: 로그인된 기기에 보이고 거기서 취소한다', async () => {
  const owner = await signUpMember(testApp.app);
  const { cookie } = await addSecondFactor(send, owner);
  const half = await logIn(owner, owner.password);
  await send(requestSecondFactorRemoval, undefined, half);
  const token = await tokenIn(owner.email, 'removal_link');
  const { dueAt } = (await send(startSecondFactorRemoval, { token })).body;
  expect((await send(getSecurityNotices, undefined, { cookie })).body.secondFactorRemoval).toEqual({ dueAt });

  const cancelled = await send(cancelSecondFactorRemoval, undefined, { cookie });
  expect(cancelled.body.secondFactorRemoval).toBeNull();
  hours(25);
  await runRemovals();
  expect((await logIn(owner, owner.password)).body).toMatchObject({ needsSecondFactor: true });
});

test('알림 메일의 링크로도 취소하고, 링크는 한 번만 듣는다', async () => {
  const { owner } = await compromisedAccount();
  await resetByMail(owner);
  await startRemoval(owner);
  const token = await tokenIn(owner.email, 'removal_started');
  expect((await send(cancelSecondFactorRemovalByMail, { token })).status).toBe(200);
  expect((await send(cancelSecondFactorRemovalByMail, { token })).body.code).toBe('account.link_invalid');
  hours(25);
  await runRemovals();
  expect((await logIn(owner)).body).toMatchObject({ needsSecondFactor: true });
});

test('비밀번호를 아는 것만으로는 시작하지 못하고, 두 번 시작해도 때는 그대로다', async () => {
  const { owner } = await compromisedAccount();
  expect((await send(requestSecondFactorRemoval)).body.code).toBe('account.second_step_expired');
  await resetByMail(owner);
  expect((await send(startSecondFactorRemoval, { token: 'x'.repeat(43) })).body.code).toBe(
    'account.link_invalid',
  );
  const dueAt = await startRemoval(owner);
  hours(1);
  expect(await startRemoval(owner)).toBe(dueAt);
  expect(await mailTo(owner.email, 'removal_started')).toHaveLength(1);
});

test('그사이 끄고 다시 켠 2단계 인증은 옛 요청으로 없어지지 않는다', async () => {
  const owner = await signUpMember(testApp.app);
  let { cookie } = await addSecondFactor(send, owner);
  const half = await logIn(owner, owner.password);
  await send(requestSecondFactorRemoval, undefined, half);
  await send(startSecondFactorRemoval, {
    token: await tokenIn(owner.email, 'removal_link'),
  });
  const password = owner.password;
  ({ cookie } = await send(
    { method: 'POST', url: '/api/account/second-factor/off' },
    { password },
    { cookie },
  ));
  const again = (await send(startSecondFactorSetup, { password }, { cookie })).body;
  expect((await send(confirmSecondFactor, { code: appCode(again.key) }, { cookie })).status).toBe(200);
  hours(25);
  await runRemovals();
  expect((await logIn(owner, password)).body).toMatchObject({ needsSecondFactor: true });
});

test('곧 지워질 계정에는 어떤 방법으로도 로그인할 수 없고, 모르는 계정과 같은 답을 받는다', async () => {
  const { owner, authenticator, sub } = await compromisedAccount({ isSecondFactorAdded: false });
  const other = await signUpMember(testApp.app);
  const { key } = await addSecondFactor(send, other);
  // The time moves on by an hour, because the code that confirmed the app cannot be used again.
  hours(1);
  const half = await logIn(other, other.password);
  expect(half.body).toMatchObject({ needsSecondFactor: true });
  const userIds = [owner.userId, other.userId];
  for (const userId of userIds) await makeDeletionDue(testApp.database, { userId, locale: 'ko' });
  const sessions = () =>
    testApp.database
      .selectFrom('sessions')
      .where('user_id', 'in', userIds)
      .select('id')
      .orderBy('id')
      .execute();
  const before = await sessions();

  const byPassword = await logIn(owner, owner.password);
  const bySecondStep = await send(
    passSecondFactor,
    { by: 'app', code: appCode(key), trustsBrowser: false },
    half,
  );
  const byPasskey = await withPasskey(authenticator);
  const byGoogle = await atGoogle('sign-in', { sub }, { intent: 'sign_in' });
  expect([byPassword, bySecondStep, byPasskey].map(({ status, body }) => [status, body.code])).toEqual([
    [401, 'account.credentials_wrong'],
    [410, 'account.second_step_expired'],
    [403, 'account.passkey_refused'],
  ]);
  expect([byGoogle.status, byGoogle.headers.location]).toEqual([302, '/login?via=google&problem=failed']);
  for (const { cookie } of [byPassword, bySecondStep, byPasskey, byGoogle])
    expect(cookie).not.toContain('momokzi.session=');
  expect(await sessions()).toEqual(before);
});
