import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe } from '../../account.contract.ts';
import {
  addPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../passkeys.contract.ts';
import { getSecurity } from '../../security/security.contract.ts';
import { requestsTo, type Send, signUpMember, type TestMember } from '../../server/account.test-factory.ts';
import { addSecondFactor } from '../../second-factor/server/second-factor.test-factory.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const sendFrom = requestsTo(() => testApp.app);
const send: Send = (to, payload, sender) => sendFrom(to, payload, { userAgent: IPHONE, ...sender });

const device = () => softwareAuthenticator({ origin: OWN_ORIGIN, rpId: 'localhost' });
const removalOf = (passkeyId: string) => ({
  ...removePasskey,
  url: removePasskey.url.replace(':passkeyId', passkeyId),
});
const nameOf = (passkeyId: string) => ({
  ...renamePasskey,
  url: renamePasskey.url.replace(':passkeyId', passkeyId),
});
const meWith = async (cookie: string) => (await send(getMe, undefined, { cookie })).body.me;
const passkeysOf = async (cookie: string): Promise<Passkey[]> =>
  (await send(getSecurity, undefined, { cookie })).body.passkeys;

async function beginToAdd(member: TestMember) {
  const begun = await send(startPasskey, { password: member.password }, member);
  expect(begun.status).toBe(200);
  return { options: begun.body.options, cookie: `${member.cookie}; ${begun.cookie}` };
}

async function addTo(member: TestMember, authenticator: SoftwareAuthenticator): Promise<Passkey> {
  const { options, cookie } = await beginToAdd(member);
  const added = await send(addPasskey, { response: authenticator.create(options) }, { cookie });
  expect(added.status).toBe(201);
  return added.body.passkey;
}

async function beginSignIn(cookie = '') {
  const begun = await send(startPasskeySignIn, undefined, { cookie });
  expect(begun.status).toBe(200);
  return { options: begun.body.options, cookie: begun.cookie };
}

test('패스키를 만들고, 그것만으로 들어온다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  const passkey = await addTo(member, authenticator);
  expect(passkey).toMatchObject({ name: 'iPhone · Safari', lastUsedAt: null, isSynced: false });

  const { options, cookie } = await beginSignIn();
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options.allowCredentials ?? []).toEqual([]);
  const inside = await send(signInWithPasskey, { response: authenticator.get(options) }, { cookie });
  expect(inside.body.me).toMatchObject({ uid: member.userId });
  expect(await meWith(inside.cookie)).toMatchObject({ uid: member.userId });
  const [listed] = await passkeysOf(inside.cookie);
  expect(listed?.lastUsedAt).toBeTypeOf('number');
});

test('두 번째 단계를 켠 사람도 패스키로는 한 번에 들어온다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);
  await addSecondFactor(send, member);
  const { options, cookie } = await beginSignIn();
  const inside = await send(signInWithPasskey, { response: authenticator.get(options) }, { cookie });
  expect(inside.body.me).toMatchObject({ uid: member.userId });
});

test.each<
  [
    string,
    (options: { challenge: string }) => { challenge: string; origin?: string; isUserVerified?: boolean },
  ]
>([
  ['다른 사이트에서 서명한', (options) => ({ ...options, origin: 'https://evil.example' })],
  ['누가 쥐고 있는지 확인하지 않은', (options) => ({ ...options, isUserVerified: false })],
  [
    '다른 물음에 대한',
    (options) => ({ ...options, challenge: Buffer.from('another').toString('base64url') }),
  ],
])('%s 답으로는 들어올 수도 만들 수도 없다', async (_name, corrupt) => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);

  const signIn = await beginSignIn();
  const corrupted = authenticator.get(corrupt({ challenge: signIn.options.challenge }));
  const refused = await send(signInWithPasskey, { response: corrupted }, signIn);
  expect([refused.status, refused.body.code]).toEqual([403, 'account.passkey_refused']);
  expect(refused.cookie).not.toContain('momokzi.session=');

  const adding = await beginToAdd(member);
  const other = device().create(corrupt({ challenge: adding.options.challenge }));
  expect((await send(addPasskey, { response: other }, adding)).body.code).toBe('account.passkey_refused');
  expect(await passkeysOf(member.cookie)).toHaveLength(1);
});

test('모르는 패스키, 이미 쓴 답, 다른 브라우저에서 시작한 답으로는 들어올 수 없다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);
  const { options, cookie } = await beginSignIn();
  const stranger = await send(signInWithPasskey, { response: device().get(options) }, { cookie });
  expect(stranger.body.code).toBe('account.passkey_refused');

  const again = await beginSignIn();
  const answer = { response: authenticator.get(again.options) };
  expect((await send(signInWithPasskey, answer, { cookie: '' })).status).toBe(403);
  expect((await send(signInWithPasskey, answer, again)).status).toBe(200);
  expect((await send(signInWithPasskey, answer, again)).status).toBe(403);
});

test('한 패스키로 틀린 시도는 열 번까지다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);
  const codes: string[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const { options, cookie } = await beginSignIn();
    const response = authenticator.get({ ...options, isUserVerified: false });
    codes.push((await send(signInWithPasskey, { response }, { cookie })).body.code);
  }
  expect(codes).toEqual([...Array(10).fill('account.passkey_refused'), 'account.too_many_attempts']);
});

test('로그인해 있던 다른 사람의 세션은 패스키로 들어오며 끝난다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);
  const attacker = await signUpMember(testApp.app);
  const { options, cookie } = await beginSignIn();
  const brought = { cookie: `${attacker.cookie}; ${cookie}` };
  expect((await send(signInWithPasskey, { response: authenticator.get(options) }, brought)).status).toBe(200);
  expect(await meWith(attacker.cookie)).toBeNull();
});

test('로그인해 있으면 자기 패스키만 묻는다', async () => {
  const member = await signUpMember(testApp.app);
  const authenticator = device();
  await addTo(member, authenticator);
  const { options } = await beginSignIn(member.cookie);
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.credentialId }]);
});

test('이름을 바꾸고 지운다. 남의 것은 모르는 것이다', async () => {
  const [member, other] = [await signUpMember(testApp.app), await signUpMember(testApp.app)];
  const { id } = await addTo(member, device());
  const named = await send(nameOf(id), { name: ' 내 전화 ' }, member);
  expect(named.body).toEqual({ name: '내 전화' });
  expect(await passkeysOf(member.cookie)).toMatchObject([{ id, name: '내 전화' }]);
  expect((await send(nameOf(id), { name: '  ' }, member)).body.errors).toMatchObject([
    { path: 'name', code: 'account.passkey_name_missing' },
  ]);

  const { password } = other;
  expect((await send(nameOf(id), { name: '내 것' }, other)).body.code).toBe('account.passkey_unknown');
  expect((await send(removalOf(id), { password }, other)).body.code).toBe('account.passkey_unknown');
  expect((await send(removalOf(id), {}, member)).body.code).toBe('account.password_wrong');
  expect((await send(removalOf(id), { password: member.password }, member)).body).toEqual({ removed: true });
  expect(await passkeysOf(member.cookie)).toEqual([]);
});

test('비밀번호 없이 시작할 수 없고, 같은 기기는 두 번 등록하지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  expect((await send(startPasskey, {}, member)).body.code).toBe('account.password_wrong');
  const authenticator = device();
  await addTo(member, authenticator);
  const { options, cookie } = await beginToAdd(member);
  expect(options.excludeCredentials).toMatchObject([{ id: authenticator.credentialId }]);
  const twice = await send(addPasskey, { response: authenticator.create(options) }, { cookie });
  expect([twice.status, twice.body.code]).toEqual([403, 'account.passkey_refused']);
});

test('패스키는 스무 개까지다. 열아홉에서 둘을 한꺼번에 마쳐도 넘지 않는다', async () => {
  const member = await signUpMember(testApp.app);
  const others = Array.from({ length: 19 }, (_, nth) => ({
    id: `${member.userId}-${nth}`,
    user_id: member.userId,
    public_key: '',
    credential_id: `${member.userId}-${nth}`,
    counter: 0,
    device_type: 'singleDevice',
    backed_up: false,
  }));
  await testApp.database.insertInto('passkeys').values(others).execute();
  // Both set-ups begin below the limit, so the early check accepts both.
  const begun = [await beginToAdd(member), await beginToAdd(member)];
  const answers = await Promise.all(
    begun.map(({ options, cookie }) => send(addPasskey, { response: device().create(options) }, { cookie })),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    expect.arrayContaining([
      [201, undefined],
      [409, 'account.passkey_limit_reached'],
    ]),
  );
  expect(await passkeysOf(member.cookie)).toHaveLength(20);
  const { status, body } = await send(startPasskey, { password: member.password }, member);
  expect([status, body.code]).toEqual([409, 'account.passkey_limit_reached']);
});

test('들어올 길이 하나뿐이면 그 패스키는 지울 수 없다. 둘을 한꺼번에 지워도 하나는 남는다', async () => {
  const member = await signUpMember(testApp.app);
  const ids = [await addTo(member, device()), await addTo(member, device())].map(({ id }) => id);
  // The member now has no password, but the session is recent.
  await testApp.database.deleteFrom('accounts').where('user_id', '=', member.userId).execute();
  const answers = await Promise.all(ids.map((id) => send(removalOf(id), {}, member)));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    expect.arrayContaining([
      [200, undefined],
      [409, 'account.last_sign_in_method'],
    ]),
  );
  expect(await passkeysOf(member.cookie)).toHaveLength(1);
});
