import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './account.passwords.ts';

test('맞는 비밀번호만 통한다', async () => {
  const hash = await hashPassword('따뜻한 국밥');
  expect(await verifyPassword({ hash, password: '따뜻한 국밥' })).toBe(true);
  expect(await verifyPassword({ hash, password: '따뜻한 국밥 ' })).toBe(false);
  expect(await verifyPassword({ hash, password: '' })).toBe(false);
});

test('풀어쓴 한글로 보내는 기기에서도 같은 비밀번호다', async () => {
  const hash = await hashPassword('국밥');
  expect(await verifyPassword({ hash, password: '국밥'.normalize('NFD') })).toBe(true);
});

test('비용이 다른 옛 해시도 확인하고, 읽을 수 없는 해시는 거절한다', async () => {
  // The hash is from the reference implementation's tests: password 'password', salt 'somesalt', m=256 t=2 p=1.
  const known = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword({ hash: known, password: 'password' })).toBe(true);
  expect(await verifyPassword({ hash: known, password: 'Password' })).toBe(false);
  for (const hash of ['', 'plain', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ', 'aabb:ccdd']) {
    expect(await verifyPassword({ hash, password: 'plain' })).toBe(false);
  }
});
