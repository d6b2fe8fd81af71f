import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, signIn } from '../../account.contract.ts';
import {
  changeNickname,
  type Device,
  listDevices,
  signOutDevice,
  signOutOtherDevices,
} from '../settings.contract.ts';
import { cookieFrom, signUpMember, type TestMember } from '../../server/account.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

async function signInElsewhere({ email, password }: TestMember): Promise<string> {
  const answer = await testApp.app.inject({
    method: signIn.method,
    url: signIn.url,
    headers: { origin: OWN_ORIGIN, 'user-agent': PHONE },
    remoteAddress: '198.18.7.9',
    payload: { email, password },
  });
  return cookieFrom(answer.headers['set-cookie']);
}

const withCookie = (cookie: string) => ({ cookie, origin: OWN_ORIGIN });

async function devicesOf(cookie: string): Promise<Device[]> {
  const answer = await testApp.app.inject({ url: listDevices.url, headers: { cookie } });
  return answer.json().devices;
}

const signOut = ({ cookie, deviceId }: { cookie: string; deviceId: string }) =>
  testApp.app.inject({
    method: signOutDevice.method,
    url: signOutDevice.url.replace(':deviceId', encodeURIComponent(deviceId)),
    headers: withCookie(cookie),
  });

const statusWith = async (cookie: string) =>
  (await testApp.app.inject({ url: listDevices.url, headers: { cookie } })).statusCode;

describe('닉네임', () => {
  const change = (member: TestMember, nickname: unknown) =>
    testApp.app.inject({
      method: changeNickname.method,
      url: changeNickname.url,
      headers: member.headers,
      payload: { nickname },
    });

  test('바꾸면 다음 요청부터 새 이름이다', async () => {
    const member = await signUpMember(testApp.app, { nickname: '김모먹' });
    const answer = await change(member, '  박모먹 ');
    expect(answer.json()).toEqual({ me: { ...member.me, displayName: '박모먹' } });
    const asked = await testApp.app.inject({ url: getMe.url, headers: member.headers });
    expect(asked.json().me.displayName).toBe('박모먹');
  });

  test('가입할 때와 같은 규칙이다', async () => {
    const member = await signUpMember(testApp.app, { nickname: '김모먹' });
    for (const [nickname, code] of [
      ['박', 'account.nickname_too_short'],
      ['   ', 'account.nickname_too_short'],
      ['모'.repeat(31), 'too_long'],
      ['\u202Ekim', 'account.nickname_invalid'],
    ]) {
      const answer = await change(member, nickname);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toMatchObject([{ path: 'nickname', code }]);
    }
    const asked = await testApp.app.inject({ url: getMe.url, headers: member.headers });
    expect(asked.json().me.displayName).toBe('김모먹');
  });
});

describe('기기', () => {
  test('이 기기가 먼저, 브라우저와 시스템은 이름으로, 주소는 앞 절반만', async () => {
    const member = await signUpMember(testApp.app);
    await signInElsewhere(member);
    const [here, phone, ...rest] = await devicesOf(member.cookie);
    expect(rest).toEqual([]);
    expect(here).toMatchObject({ isCurrent: true });
    expect(phone).toMatchObject({
      isCurrent: false,
      browser: 'Safari',
      system: 'iPhone',
      network: '198.18.*.*',
    });
    expect(Math.abs((phone?.lastSeenAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(phone)).not.toContain('198.18.7.9');
  });

  test('로그아웃시킨 기기의 다음 요청은 401이고, 다른 기기는 그대로다', async () => {
    const member = await signUpMember(testApp.app);
    const [phone, tablet] = [await signInElsewhere(member), await signInElsewhere(member)];
    const idOfPhone = (await devicesOf(phone)).find(({ isCurrent }) => isCurrent)?.id as string;
    expect(await statusWith(phone)).toBe(200);

    expect((await signOut({ cookie: member.cookie, deviceId: idOfPhone })).statusCode).toBe(200);
    expect(await statusWith(phone)).toBe(401);
    expect(await statusWith(tablet)).toBe(200);
    expect(await statusWith(member.cookie)).toBe(200);
  });

  test('남의 기기는 모르는 기기와 똑같이 답하고 그대로 있다', async () => {
    const [member, stranger] = [await signUpMember(testApp.app), await signUpMember(testApp.app)];
    const theirs = (await devicesOf(stranger.cookie))[0]?.id as string;
    const answers = await Promise.all(
      [theirs, '0190a1b2-0000-7000-8000-000000000000', 'x'].map((deviceId) =>
        signOut({ cookie: member.cookie, deviceId }),
      ),
    );
    const [first, ...others] = answers.map((answer) => ({ ...answer.json(), instance: '' }));
    expect(first).toMatchObject({ status: 404, code: 'account.device_unknown' });
    for (const other of others) expect(other).toEqual(first);
    expect(await statusWith(stranger.cookie)).toBe(200);
  });

  test('다른 기기를 모두 로그아웃시키면 이 기기만 남는다', async () => {
    const [member, stranger] = [await signUpMember(testApp.app), await signUpMember(testApp.app)];
    const others = [await signInElsewhere(member), await signInElsewhere(member)];
    const answer = await testApp.app.inject({
      method: signOutOtherDevices.method,
      url: signOutOtherDevices.url,
      headers: member.headers,
    });
    expect(answer.json()).toEqual({ signedOut: 2 });
    for (const cookie of others) expect(await statusWith(cookie)).toBe(401);
    expect(await devicesOf(member.cookie)).toMatchObject([{ isCurrent: true }]);
    expect(await statusWith(stranger.cookie)).toBe(200);
  });

  test('끝난 세션은 목록에 없다', async () => {
    const member = await signUpMember(testApp.app);
    const phone = await signInElsewhere(member);
    const idOfPhone = (await devicesOf(phone)).find(({ isCurrent }) => isCurrent)?.id as string;
    await testApp.database
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', idOfPhone)
      .execute();
    expect(await devicesOf(member.cookie)).toMatchObject([{ isCurrent: true }]);
  });
});
