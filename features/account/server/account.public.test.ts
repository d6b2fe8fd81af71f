import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { signIn } from '../account.contract.ts';
import { addAccount } from './account.public.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('소프트웨어가 만든 계정으로도 로그인할 수 있고, 두 번 만들어지지 않는다', async () => {
  const createdAt = new Date(Date.UTC(2026, 0, 1));
  const account = {
    nickname: '예시',
    email: 'demo@example.com',
    password: 'demo-password',
    emailVerified: true,
    createdAt,
  };
  const userId = await addAccount(testApp.database, account);
  expect(await addAccount(testApp.database, account)).toBeNull();

  const answer = await testApp.app.inject({
    method: signIn.method,
    url: signIn.url,
    headers: { origin: OWN_ORIGIN },
    payload: { email: account.email, password: account.password },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().me).toMatchObject({
    uid: userId,
    displayName: '예시',
    providerId: 'password',
    accountTier: 'free',
    createdAt: createdAt.getTime(),
  });
});
