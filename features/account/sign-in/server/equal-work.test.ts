import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { signIn } from '../../account.contract.ts';
import { requestPasswordReset } from '../../mail-links/mail-links.contract.ts';
import { signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';
import { countHashes } from '../../server/count-hashes.test-factory.ts';

/* Response times must not reveal whether an address has an account. These tests check that the server does the same
   work in both cases. */

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const send = ({ method, url }: { method: string; url: string }, payload: object) =>
  testApp.app.inject({
    method: method as 'POST',
    url,
    headers: { origin: OWN_ORIGIN },
    remoteAddress: randomIpAddress(),
    payload,
  });

test('틀린 비밀번호, 없는 주소, 비밀번호 없는 계정: 같은 답이고 해시를 한 번씩 계산한다', async () => {
  const member = await signUpMember(testApp.app);
  const passwordless = await signUpMember(testApp.app);
  await testApp.database.deleteFrom('accounts').where('user_id', '=', passwordless.userId).execute();
  const answers = [];
  for (const email of [member.email, 'nobody@example.com', passwordless.email]) {
    let answer = {};
    const hashes = await countHashes(async () => {
      const { status, code, title } = (await send(signIn, { email, password: 'not-this-one' })).json();
      answer = { status, code, title };
    });
    answers.push({ ...answer, hashes });
  }
  expect(answers[0]).toMatchObject({ status: 401, code: 'account.credentials_wrong', hashes: 1 });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('비밀번호를 다시 정하겠다는 요청은 어느 주소에나 같은 답이고, 누구의 것인지 찾지 않는다', async () => {
  const { email } = await signUpMember(testApp.app);
  const hashes = await countHashes(async () => {
    const [known, unknown] = [
      await send(requestPasswordReset, { email }),
      await send(requestPasswordReset, { email: 'nobody@example.com' }),
    ];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  });
  expect(hashes).toBe(0);
});
