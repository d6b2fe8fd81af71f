import { describe, expect, test } from 'vitest';
import {
  displayNameOf,
  isAdminAccount,
  extendedSessionEnd,
  SESSION_LENGTH_MS,
  welcomeSender,
} from './account.rules.ts';

describe('이름', () => {
  test('별명이 있으면 별명, 없으면 메일 앞부분, 그것도 없으면 사용자', () => {
    expect(displayNameOf({ nickname: '김모먹', email: 'kim@example.com' })).toBe('김모먹');
    expect(displayNameOf({ nickname: '  ', email: 'kim@example.com' })).toBe('kim');
    expect(displayNameOf({ nickname: '', email: '@example.com' })).toBe('사용자');
    expect(displayNameOf({ nickname: '', email: '' })).toBe('사용자');
  });
});

describe('관리자', () => {
  const account = { userId: 'u1', email: 'boss@example.com', emailVerified: true };

  test('설정에 아무것도 없으면 관리자는 없다', () => {
    expect(isAdminAccount({ account, adminUid: undefined, adminEmail: undefined })).toBe(false);
  });

  test('정해진 id의 계정 하나뿐이다', () => {
    expect(isAdminAccount({ account, adminUid: 'u1', adminEmail: undefined })).toBe(true);
    expect(isAdminAccount({ account, adminUid: 'u2', adminEmail: undefined })).toBe(false);
  });

  test('id가 정해져 있으면 메일로는 관리자가 되지 않는다', () => {
    expect(isAdminAccount({ account, adminUid: 'u2', adminEmail: 'boss@example.com' })).toBe(false);
  });

  test('메일 주소는 확인된 것만, 대소문자는 가리지 않고', () => {
    const adminEmail = 'Boss@Example.com';
    expect(isAdminAccount({ account, adminUid: undefined, adminEmail })).toBe(true);
    const claimed = { ...account, emailVerified: false };
    expect(isAdminAccount({ account: claimed, adminUid: undefined, adminEmail })).toBe(false);
    const other = { ...account, email: 'boss@example.com.evil.test' };
    expect(isAdminAccount({ account: other, adminUid: undefined, adminEmail })).toBe(false);
  });
});

describe('세션 연장', () => {
  const madeAt = Date.UTC(2026, 10, 20);
  const expiresAt = madeAt + SESSION_LENGTH_MS;
  const hour = 60 * 60 * 1000;

  test('한 시간이 지나기 전에는 그대로 둔다', () => {
    expect(extendedSessionEnd({ expiresAt, now: madeAt })).toBeNull();
    expect(extendedSessionEnd({ expiresAt, now: madeAt + hour - 1 })).toBeNull();
  });

  test('한 시간이 지나면 그때부터 다시 30일', () => {
    const now = madeAt + hour;
    expect(extendedSessionEnd({ expiresAt, now })).toBe(now + SESSION_LENGTH_MS);
  });
});

describe('환영 메일', () => {
  test('함수 주소가 없으면 우리가 보낸다', () => {
    expect(welcomeSender(undefined)).toEqual({ by: 'mail' });
  });
  test('https://….run.app이면 함수가 보낸다', () => {
    expect(welcomeSender('https://welcome-abc.a.run.app/hello')).toEqual({
      by: 'function',
      url: 'https://welcome-abc.a.run.app/hello',
    });
  });
  test.each([
    'http://welcome.run.app',
    'https://run.app.evil.example',
    'https://evilrun.app',
    'welcome.run.app',
    'https://evil.example/?.run.app',
  ])('%s는 함수 주소가 아니다', (address) => {
    expect(welcomeSender(address)).toEqual({ by: 'none' });
  });
});
