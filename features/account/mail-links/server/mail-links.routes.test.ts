import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, signIn } from '../../account.contract.ts';
import { attemptLimits } from '../../account.rules.ts';
import {
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../mail-links.contract.ts';
import { signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => testApp?.close());

type Body = Record<string, unknown>;
const send = (
  { method, url }: { method: string; url: string },
  payload: Body | undefined,
  { headers = { origin: OWN_ORIGIN }, from = randomIpAddress() }: { headers?: Body; from?: string } = {},
) =>
  testApp.app.inject({
    method: method as 'POST',
    url,
    headers: headers as Record<string, string>,
    remoteAddress: from,
    ...(payload && { payload }),
  });

const ask = (email: string, from?: string) => send(requestPasswordReset, { email }, from ? { from } : {});
const reset = (token: string, newPassword = 'a-new-bowl') =>
  send(resetPassword, { token, newPassword, newPasswordConfirm: newPassword });
const logIn = (email: string, password: string) => send(signIn, { email, password });
const meWith = async (cookie: string) =>
  (await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } })).json().me;

/** Returns the mailed links, the oldest first. */
async function links(address: string, page: 'password-reset' | 'verify-email'): Promise<string[]> {
  await testApp.jobs.runDue();
  return testApp.mails
    .filter((mail) => mail.address === address)
    .flatMap(({ text }) => new RegExp(`/${page}\\?token=([\\w-]{43})$`, 'm').exec(text)?.[1] ?? []);
}

test('메일의 링크로 새 비밀번호를 정하면 옛 비밀번호와 모든 로그인이 끝난다', async () => {
  const member = await signUpMember(testApp.app);
  expect((await ask(member.email)).statusCode).toBe(202);
  const [token = ''] = await links(member.email, 'password-reset');

  expect((await reset(token)).json()).toEqual({ done: true });
  expect(await meWith(member.cookie)).toBeNull();
  expect((await logIn(member.email, member.password)).statusCode).toBe(401);
  const again = await logIn(member.email, 'a-new-bowl');
  expect(again.statusCode).toBe(200);
  expect(again.json().me.emailVerified).toBe(true);
});

test('남이 계정을 막아도 새 비밀번호를 정한 새 브라우저에서는 들어온다', async () => {
  const member = await signUpMember(testApp.app);
  for (let at = 0; at <= attemptLimits.signInByAccount.attempts; at++) await logIn(member.email, 'wrong');
  await ask(member.email);
  const [token = ''] = await links(member.email, 'password-reset');
  const [{ name, value } = { name: '', value: '' }] = (await reset(token)).cookies;

  const form = { email: member.email, password: 'a-new-bowl' };
  expect((await send(signIn, form)).statusCode).toBe(429);
  const headers = { origin: OWN_ORIGIN, cookie: `${name}=${value}` };
  expect((await send(signIn, form, { headers })).statusCode).toBe(200);
});

test('링크는 한 번만, 한 시간 안에만 쓸 수 있고, 다른 링크도 함께 끝난다', async () => {
  const member = await signUpMember(testApp.app);
  await ask(member.email);
  await ask(member.email);
  const [first = '', second = ''] = await links(member.email, 'password-reset');
  expect(first).not.toBe(second);

  expect((await reset(second)).statusCode).toBe(200);
  for (const token of [second, first, 'x'.repeat(43)]) {
    const answer = await reset(token);
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'account.link_invalid']);
  }

  await ask(member.email);
  const late = (await links(member.email, 'password-reset')).at(-1) ?? '';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  expect((await reset(late)).json().code).toBe('account.link_invalid');
  vi.setSystemTime(Date.now() - 2 * 60 * 1000);
  expect((await reset(late)).statusCode).toBe(200);
});

test('열 번을 한꺼번에 눌러도 링크는 한 번만 듣는다', async () => {
  const member = await signUpMember(testApp.app);
  await ask(member.email);
  const [token = ''] = await links(member.email, 'password-reset');
  const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => reset(token, `password-${nth}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('없는 주소에도 같은 답을 하고, 메일은 가지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const known = await ask(member.email);
  const unknown = await ask('nobody@example.com');
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  expect(await links('nobody@example.com', 'password-reset')).toEqual([]);
  expect(await links(member.email, 'password-reset')).toHaveLength(1);
});

test('없는 주소든 있는 주소든 서버는 같은 일을 한다', async () => {
  const member = await signUpMember(testApp.app);
  const statements = async (email: string) => {
    const before = await testApp.database.selectFrom('account_tokens').select('user_id').execute();
    await ask(email);
    const after = await testApp.database.selectFrom('account_tokens').select('user_id').execute();
    // The link exists only after the job has run, because the request itself does not look up the account.
    return after.length - before.length;
  };
  expect([await statements(member.email), await statements('nobody@example.com')]).toEqual([0, 0]);
  expect(await links(member.email, 'password-reset')).toHaveLength(1);
});

test('표에는 링크의 해시만 있고, 기록에는 링크도 주소도 없다', async () => {
  const member = await signUpMember(testApp.app);
  await ask(member.email);
  const [token = ''] = await links(member.email, 'password-reset');
  const kept = await testApp.database.selectFrom('account_tokens').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(token);
  await reset(token);
  expect(testApp.log.join('')).not.toContain(token);
  expect(testApp.log.join('')).not.toContain(member.email);
});

test('한 주소로는 한 시간에 다섯 번까지, 없는 주소도 똑같이', async () => {
  for (const email of [(await signUpMember(testApp.app)).email, 'nobody-at-all@example.com']) {
    const codes: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) codes.push((await ask(email)).statusCode);
    expect(codes).toEqual([202, 202, 202, 202, 202, 429]);
  }
});

test('한 곳에서는 한 시간에 스무 번까지', async () => {
  const from = randomIpAddress();
  const codes: number[] = [];
  for (let attempt = 0; attempt < 21; attempt++)
    codes.push((await ask(`someone-${attempt}@example.com`, from)).statusCode);
  expect(codes.filter((code) => code === 202)).toHaveLength(20);
  expect(codes.at(-1)).toBe(429);
});

test('확인 메일의 링크를 누르면 이메일이 확인된다', async () => {
  const member = await signUpMember(testApp.app);
  expect(member.me.emailVerified).toBe(false);
  const asked = await send(requestEmailVerification, undefined, { headers: member.headers });
  expect(asked.statusCode).toBe(202);
  const token = (await links(member.email, 'verify-email')).at(-1) ?? '';

  expect((await reset(token)).statusCode).toBe(410);
  expect((await send(verifyEmail, { token })).statusCode).toBe(200);
  expect((await meWith(member.cookie)).emailVerified).toBe(true);
  expect((await send(verifyEmail, { token })).json().code).toBe('account.link_invalid');
});

test('주소가 바뀐 뒤에는 옛 주소로 간 링크가 아무것도 증명하지 못한다', async () => {
  const member = await signUpMember(testApp.app);
  await send(requestEmailVerification, undefined, { headers: member.headers });
  const token = (await links(member.email, 'verify-email')).at(-1) ?? '';
  await testApp.database
    .updateTable('users')
    .set({ email: 'other@example.com' })
    .where('id', '=', member.userId)
    .execute();
  expect((await send(verifyEmail, { token })).json().code).toBe('account.link_invalid');
});
