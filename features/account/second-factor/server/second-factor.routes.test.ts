import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { changePassword, getMe, signIn } from '../../account.contract.ts';
import { requestPasswordReset, resetPassword } from '../../mail-links/mail-links.contract.ts';
import {
  confirmSecondFactor,
  passSecondFactor,
  renewRecoveryCodes,
  startSecondFactorSetup,
  disableSecondFactor,
} from '../second-factor.contract.ts';
import { getSecurity } from '../../security/security.contract.ts';
import { requestsTo, signUpMember, type TestMember } from '../../server/account.test-factory.ts';
import { appCode, previousAppCode } from './authenticator-app.test-factory.ts';
import { addSecondFactor } from './second-factor.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const send = requestsTo(() => testApp.app);

/**
 * Creates a member with a confirmed app. The previous code confirms the app. Each code works only once, so the current
 * code stays unused for the tests.
 */
const memberWithApp = async () => addSecondFactor(send, await signUpMember(testApp.app), previousAppCode);

/** Signs in with the password. Returns the browser's cookies. */
async function takeFirstStep({ email, password }: TestMember, cookie = ''): Promise<string> {
  const answer = await send(signIn, { email, password }, { cookie });
  expect([answer.status, answer.body]).toEqual([200, { needsSecondFactor: true, me: null }]);
  return answer.cookie;
}

async function resetPasswordOf({ email }: TestMember) {
  await send(requestPasswordReset, { email });
  await testApp.jobs.runDue();
  const mail = testApp.mails.findLast(
    ({ address, text }) => address === email && /password-reset/.test(text),
  );
  const token = /password-reset\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  return send(resetPassword, { token, newPassword: 'another-bowl', newPasswordConfirm: 'another-bowl' });
}

const byApp = (code: string, trustsBrowser = false) => ({ by: 'app', code, trustsBrowser });
const byRecovery = (code: string) => ({ by: 'recovery_code', code, trustsBrowser: false });
const meWith = async (cookie: string) => (await send(getMe, undefined, { cookie })).body.me;
const securityOf = async (cookie: string) => (await send(getSecurity, undefined, { cookie })).body;

test('앱을 켜면 로그인이 두 단계가 되고, 복구 코드는 그때 한 번만 보인다', async () => {
  const member = await memberWithApp();
  expect(new Set(member.recoveryCodes).size).toBe(10);
  for (const code of member.recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  expect(await securityOf(member.cookie)).toEqual({
    hasPassword: true,
    secondFactor: { isOn: true, recoveryCodesLeft: 10 },
    providers: [],
    passkeys: [],
  });
  const again = await send(confirmSecondFactor, { code: appCode(member.key) }, member);
  expect([again.status, again.body.code]).toEqual([409, 'account.second_factor_on']);

  const firstStep = await takeFirstStep(member);
  expect(firstStep).not.toContain('momokzi.session');
  expect(await meWith(firstStep)).toBeNull();
  const inside = await send(passSecondFactor, byApp(appCode(member.key)), { cookie: firstStep });
  expect(inside.body).toMatchObject({ me: { uid: member.userId }, recoveryCodesLeft: null });
  expect(await meWith(inside.cookie)).toMatchObject({ uid: member.userId });
});

test('켜는 동안 토큰이 새로 바뀌고, 확인하기 전에는 아무것도 달라지지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const { key } = (await send(startSecondFactorSetup, { password: member.password }, member)).body;
  const wrong = await send(confirmSecondFactor, { code: '000000' }, member);
  expect([wrong.status, wrong.body.code]).toEqual([403, 'account.second_factor_wrong']);
  expect((await securityOf(member.cookie)).secondFactor).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  expect((await send(signIn, { email: member.email, password: member.password })).body.me).not.toBeNull();

  const on = await send(confirmSecondFactor, { code: appCode(key) }, member);
  expect(await meWith(member.cookie)).toBeNull();
  expect(await meWith(on.cookie)).toMatchObject({ uid: member.userId });
});

test.each([startSecondFactorSetup, disableSecondFactor, renewRecoveryCodes])(
  '비밀번호 없이는 $method $url 을 할 수 없다',
  async (endpoint) => {
    const member = await memberWithApp();
    for (const body of [{}, { password: 'not-this-one' }]) {
      const answer = await send(endpoint, body, member);
      expect([answer.status, answer.body.code]).toEqual([403, 'account.password_wrong']);
    }
    expect((await securityOf(member.cookie)).secondFactor.isOn).toBe(true);
  },
);

test('쓴 코드는 다시 쓸 수 없다', async () => {
  const member = await memberWithApp();
  const code = appCode(member.key);
  const [one, other] = [await takeFirstStep(member), await takeFirstStep(member)];
  expect((await send(passSecondFactor, byApp(code), { cookie: one })).status).toBe(200);
  const repeated = await send(passSecondFactor, byApp(code), { cookie: other });
  expect([repeated.status, repeated.body.code]).toEqual([403, 'account.second_factor_wrong']);
  // The next code is accepted, so the refusal above had another reason than the code.
  const next = await send(passSecondFactor, byApp(appCode(member.key, 1)), { cookie: other });
  expect(next.status).toBe(200);
});

test('복구 코드는 한 번씩 쓰이고 몇 개 남았는지 알려 준다', async () => {
  const member = await memberWithApp();
  const [first = '', second = ''] = member.recoveryCodes;
  const typed = first.toUpperCase().replace('-', ' ');
  const used = await send(passSecondFactor, byRecovery(typed), { cookie: await takeFirstStep(member) });
  expect([used.status, used.body.recoveryCodesLeft]).toEqual([200, 9]);

  const firstStep = await takeFirstStep(member);
  const again = await send(passSecondFactor, byRecovery(first), { cookie: firstStep });
  expect([again.status, again.body.code]).toEqual([403, 'account.second_factor_wrong']);
  const both = await Promise.all(
    [firstStep, await takeFirstStep(member)].map((cookie) =>
      send(passSecondFactor, byRecovery(second), { cookie }),
    ),
  );
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));

  const made = await send(renewRecoveryCodes, { password: member.password }, member);
  expect(made.status).toBe(201);
  expect(made.body.recoveryCodes).toHaveLength(10);
  const old = member.recoveryCodes[2] ?? '';
  const refused = await send(passSecondFactor, byRecovery(old), { cookie: await takeFirstStep(member) });
  expect(refused.status).toBe(403);
});

test('믿는 브라우저에서는 다시 묻지 않는다. 비밀번호를 바꾸면 다시 묻는다', async () => {
  const member = await memberWithApp();
  const firstStep = await takeFirstStep(member);
  const inside = await send(passSecondFactor, byApp(appCode(member.key), true), { cookie: firstStep });
  expect(inside.cookie).toContain('momokzi.trusted-browser=');
  const trusted = inside.cookie;

  const { email, password } = member;
  const back = await send(signIn, { email, password }, { cookie: trusted });
  expect(back.body).toMatchObject({ needsSecondFactor: false, me: { uid: member.userId } });
  // The sign-in has replaced the cookie of the trusted browser, so the old cookie is no longer accepted.
  await takeFirstStep(member, trusted);
  const otherMember = await memberWithApp();
  await takeFirstStep(otherMember, back.cookie);

  const changed = await send(
    changePassword,
    { currentPassword: password, newPassword: 'another-bowl', newPasswordConfirm: 'another-bowl' },
    { cookie: back.cookie },
  );
  expect(changed.status).toBe(200);
  await takeFirstStep({ ...member, password: 'another-bowl' }, back.cookie);
});

test('끄면 비밀번호만으로 들어오고, 옛 비밀은 남지 않는다', async () => {
  const member = await memberWithApp();
  const off = await send(disableSecondFactor, { password: member.password }, member);
  expect(off.body).toEqual({ isOn: false });
  expect(await meWith(member.cookie)).toBeNull();
  expect(await meWith(off.cookie)).toMatchObject({ uid: member.userId });
  const kept = await testApp.database
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', member.userId)
    .execute();
  expect(kept).toEqual([]);
  const answer = await send(signIn, { email: member.email, password: member.password });
  expect(answer.body.needsSecondFactor).toBe(false);
  const again = await send(disableSecondFactor, { password: member.password }, { cookie: answer.cookie });
  expect([again.status, again.body.code]).toEqual([409, 'account.second_factor_off']);
});

test('비밀번호를 잊어 다시 정해도 두 번째 단계는 남고, 시작해 둔 로그인은 끝난다', async () => {
  const member = await memberWithApp();
  const firstStep = await takeFirstStep(member);
  expect((await resetPasswordOf(member)).status).toBe(200);
  const late = await send(passSecondFactor, byApp(appCode(member.key)), { cookie: firstStep });
  expect([late.status, late.body.code]).toEqual([410, 'account.second_step_expired']);
  await takeFirstStep({ ...member, password: 'another-bowl' });
});

test('두 번째 단계는 시작한 브라우저만, 다섯 번까지 할 수 있다', async () => {
  const member = await memberWithApp();
  const nowhere = await send(passSecondFactor, byApp(appCode(member.key)));
  expect([nowhere.status, nowhere.body.code]).toEqual([410, 'account.second_step_expired']);
  const forged = 'momokzi.second-factor=2fa-00000000000000000000.c2lnbmF0dXJl';
  expect((await send(passSecondFactor, byApp(appCode(member.key)), { cookie: forged })).status).toBe(410);

  const firstStep = await takeFirstStep(member);
  for (let attempt = 0; attempt < 5; attempt++) {
    const wrong = await send(passSecondFactor, byApp(`00000${attempt}`), { cookie: firstStep });
    expect(wrong.body.code).toBe('account.second_factor_wrong');
  }
  const over = await send(passSecondFactor, byApp(appCode(member.key)), { cookie: firstStep });
  expect([over.status, over.body.code]).toEqual([410, 'account.second_step_expired']);

  // The app still shows the code of the attempt that was refused.
  const again = await send(passSecondFactor, byApp(appCode(member.key)), {
    cookie: await takeFirstStep(member),
  });
  expect(again.status).toBe(200);
});

test.each(['app', 'recovery_code'])('%s: 한 계정에 틀린 코드는 열 번까지다', async (by) => {
  const member = await memberWithApp();
  const guess = (attempt: number) => ({ by, code: `20000${attempt}`.slice(-6), trustsBrowser: false });
  const guessed: string[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const cookie = await takeFirstStep(member);
    guessed.push((await send(passSecondFactor, guess(attempt), { cookie })).body.code);
  }
  expect(guessed.slice(0, 10)).toEqual(Array(10).fill('account.second_factor_wrong'));
  expect(guessed.slice(10)).toEqual(Array(2).fill('account.too_many_attempts'));

  // After the limit is reached, a correct code is refused, except from a browser that the account knows.
  const right = byApp(appCode(member.key));
  const stranger = await send(passSecondFactor, right, { cookie: await takeFirstStep(member) });
  expect(stranger.status).toBe(429);
  const known = await send(passSecondFactor, byApp(appCode(member.key, 1)), {
    cookie: `${member.knownBrowser}; ${await takeFirstStep(member)}`,
  });
  expect(known.status).toBe(200);
});

test('비밀번호를 다시 정한 브라우저에도 코드의 한도는 그대로다', async () => {
  const member = await memberWithApp();
  const { cookie } = await resetPasswordOf(member);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const browser = attempt < 10 ? '' : cookie;
    const firstStep = await takeFirstStep({ ...member, password: 'another-bowl' }, browser);
    const guess = byApp(`20000${attempt}`.slice(-6));
    statuses.push((await send(passSecondFactor, guess, { cookie: `${browser}; ${firstStep}` })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429]);
});

test('로그인해 있던 다른 사람의 세션은 두 번째 단계를 지나며 끝난다', async () => {
  const member = await memberWithApp();
  const attacker = await signUpMember(testApp.app);
  const firstStep = await takeFirstStep(member, attacker.cookie);
  expect(await meWith(attacker.cookie)).toMatchObject({ uid: attacker.userId });
  const inside = await send(passSecondFactor, byApp(appCode(member.key)), {
    cookie: `${attacker.cookie}; ${firstStep}`,
  });
  expect(inside.body.me.uid).toBe(member.userId);
  expect(await meWith(attacker.cookie)).toBeNull();
});

test('비밀과 복구 코드는 표에 그대로 남지 않는다', async () => {
  const member = await memberWithApp();
  const row = await testApp.database
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const kept = JSON.stringify(row);
  expect(kept).not.toContain(member.key);
  for (const code of member.recoveryCodes) expect(kept).not.toContain(code);
});
