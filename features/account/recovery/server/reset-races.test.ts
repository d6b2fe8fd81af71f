import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countLockWaits, createUnlockedDatabase } from '#server/database/test-database.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { changePassword, signIn } from '../../account.contract.ts';
import { createApiToken } from '../../api-tokens/api-tokens.contract.ts';
import { resetPassword } from '../../mail-links/mail-links.contract.ts';
import { issueToken } from '../../mail-links/server/account-tokens.ts';
import { addPasskey, startPasskey } from '../../passkeys/passkeys.contract.ts';
import { softwareAuthenticator } from '../../passkeys/server/software-authenticator.test-factory.ts';
import {
  confirmSecondFactor,
  passSecondFactor,
  startSecondFactorSetup,
} from '../../second-factor/second-factor.contract.ts';
import { appCode } from '../../second-factor/server/authenticator-app.test-factory.ts';
import { addSecondFactor } from '../../second-factor/server/second-factor.test-factory.ts';
import { requestsTo, signUpMember, type TestMember } from '../../server/account.test-factory.ts';

/* A request that was allowed with the old password must leave no access behind if it ends after the password was
   replaced. In each test a row lock stops the replacement just before its commit, until the request waits for it. */

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());
afterAll(() => testApp?.close());

const send = requestsTo(() => testApp.app);
type Answer = Awaited<ReturnType<typeof send>>;
const NEW = { newPassword: 'only-the-owner-knows', newPasswordConfirm: 'only-the-owner-knows' };

async function reset({ userId, email }: TestMember) {
  const token = await issueToken(testApp.database, {
    userId,
    email,
    purpose: 'password_reset',
    now: Date.now(),
  });
  return send(resetPassword, { token, ...NEW });
}
const change = ({ password, cookie }: TestMember) =>
  send(changePassword, { currentPassword: password, ...NEW }, { cookie });
const logIn = ({ email, password }: TestMember) => send(signIn, { email, password });

/** Runs `request` while `replace` has changed the password, but has not yet deleted the sessions. */
async function during(member: TestMember, replace: () => Promise<Answer>, request: () => Promise<Answer>) {
  // `replace` deletes this session, so it waits for the lock of this row.
  await logIn(member);
  let hasEnded = false;
  const [replaced, answer] = await testApp.database
    .transaction()
    .execute(async (transaction) => {
      await sql`select 1 from sessions where user_id = ${member.userId} for update`.execute(transaction);
      const replacing = replace();
      await expect.poll(() => countLockWaits(testApp.database)).toBe(1);
      const requested = request().finally(() => (hasEnded = true));
      await expect.poll(async () => hasEnded || (await countLockWaits(testApp.database)) === 2).toBe(true);
      return [replacing, requested] as const;
    })
    .then((both) => Promise.all(both));
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  return answer;
}

const rowsOf = (table: 'sessions' | 'api_tokens' | 'passkeys', { userId }: TestMember) =>
  testApp.database.selectFrom(table).where('user_id', '=', userId).select('id').execute();

test('재설정하는 동안 옛 비밀번호로 하던 로그인은 로그인을 남기지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const answer = await during(
    member,
    () => reset(member),
    () => logIn(member),
  );
  expect([answer.status, answer.body.code]).toEqual([401, 'account.credentials_wrong']);
  expect(await rowsOf('sessions', member)).toEqual([]);
});

test('비밀번호를 바꾸는 동안 옛 비밀번호로 하던 로그인은 로그인을 남기지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const answer = await during(
    member,
    () => change(member),
    () => logIn(member),
  );
  expect([answer.status, answer.body.code]).toEqual([401, 'account.credentials_wrong']);
  expect(await rowsOf('sessions', member)).toHaveLength(1);
});

test('재설정하는 동안 하던 2단계 인증은 로그인을 남기지 않고, 옛 비밀번호로 2단계에 이르지도 못한다', async () => {
  const member = await signUpMember(testApp.app);
  const { key } = await addSecondFactor(send, member);
  await send(signIn, member);
  vi.setSystemTime(Date.now() + 60_000);
  const half = await logIn(member);
  expect(half.body.needsSecondFactor).toBe(true);
  const step = { by: 'app', code: appCode(key), trustsBrowser: true };
  const answer = await during(
    member,
    () => reset(member),
    () => send(passSecondFactor, step, half),
  );
  expect([answer.status, answer.body.code]).toEqual([410, 'account.second_step_expired']);
  expect(await rowsOf('sessions', member)).toEqual([]);
});

test('재설정하는 동안 더하던 API 토큰은 남지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const byToken = await during(
    member,
    () => reset(member),
    () => send(createApiToken, { name: 'mine', scope: 'read-write' }, member),
  );
  expect([byToken.status, byToken.body.code]).toEqual([401, 'account.sign_in_required']);
  expect(await rowsOf('api_tokens', member)).toEqual([]);
});

test('대조: 회원을 잠그지 않으면 재설정하는 동안 더하던 API 토큰이 남는다', async () => {
  const [locked, opened] = [testApp, await createUnlockedDatabase({ lock: /for no key update\s*$/ })];
  testApp = await openTestApp({ opened });
  onTestFinished(async () => {
    await testApp.close();
    await opened.close();
    testApp = locked;
  });
  const member = await signUpMember(testApp.app);
  const answer = await during(
    member,
    () => reset(member),
    () => send(createApiToken, { name: 'mine', scope: 'read-write' }, member),
  );
  expect(answer.status).toBe(201);
  expect(await rowsOf('api_tokens', member)).toHaveLength(1);
});

test('재설정하는 동안 더하던 패스키는 남지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const begun = await send(startPasskey, { password: member.password }, member);
  const response = softwareAuthenticator({ origin: OWN_ORIGIN, rpId: 'localhost' }).create(
    begun.body.options,
  );
  const cookie = `${member.cookie}; ${begun.cookie}`;
  const byPasskey = await during(
    member,
    () => reset(member),
    () => send(addPasskey, { response }, { cookie }),
  );
  expect([byPasskey.status, byPasskey.body.code]).toEqual([401, 'account.sign_in_required']);
  expect(await rowsOf('passkeys', member)).toEqual([]);
});

test('재설정하는 동안 켜던 2단계 인증은 새 로그인을 남기지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const { key } = (await send(startSecondFactorSetup, { password: member.password }, member)).body;
  const answer = await during(
    member,
    () => reset(member),
    () => send(confirmSecondFactor, { code: appCode(key) }, member),
  );
  expect([answer.status, answer.body.code]).toEqual([401, 'account.sign_in_required']);
  expect(await rowsOf('sessions', member)).toEqual([]);
});
