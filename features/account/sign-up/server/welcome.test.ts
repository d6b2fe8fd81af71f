import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { signUp } from '../../account.contract.ts';
import { getSignInOptions } from '../../providers/providers.contract.ts';
import { signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';
import { lockNewMember, setWelcomed } from './welcome.sql.ts';

let testApp: TestApp;
afterEach(() => {
  vi.unstubAllGlobals();
  return testApp?.close();
});

const untilMailed = (count: number) =>
  expect
    .poll(
      async () => {
        await testApp.jobs.runDue();
        return testApp.mails.length;
      },
      { timeout: 10_000 },
    )
    .toBe(count);

test('가입하면 환영 메일이 한 통 온다', async () => {
  testApp = await openTestApp();
  const member = await signUpMember(testApp.app, { nickname: '김<모먹>' });
  await untilMailed(1);
  await testApp.jobs.add(testApp.database, 'account.welcome', {});
  await testApp.jobs.runDue();

  expect(testApp.mails).toHaveLength(1);
  const [mail] = testApp.mails;
  expect(mail).toMatchObject({ address: member.email, subject: '모먹지에 오신 걸 환영해요' });
  expect(mail?.text).toContain('김<모먹>님, 반가워요.');
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}/);
  expect(testApp.log.join('')).not.toContain(member.email);
});

test('영어 화면에서 가입하면 영어로 온다', async () => {
  testApp = await openTestApp();
  const form = { nickname: 'Kim', email: 'kim@example.com', password: 'bowl-of-rice' };
  await testApp.app.inject({
    method: signUp.method,
    url: signUp.url,
    headers: { origin: 'http://localhost:3000', cookie: 'theme=dark; lang=en' },
    remoteAddress: randomIpAddress(),
    payload: { ...form, passwordConfirm: form.password, isFourteenOrOlder: true },
  });
  await untilMailed(1);
  expect(testApp.mails[0]?.subject).toBe('Welcome to Momokzi');
});

test('가입한 뒤 서버가 죽어도 다음 차례에 환영한다', async () => {
  testApp = await openTestApp();
  await signUpMember(testApp.app);
  // The process ends before its welcome job runs, so this job is lost.
  await testApp.app.close();
  await testApp.jobs.runDue();
  expect(testApp.mails).toHaveLength(0);

  await testApp.jobs.add(testApp.database, 'account.welcome', {});
  await testApp.jobs.runDue();
  expect(testApp.mails).toHaveLength(1);
});

test('환영하다 만 사람은 다른 서버가 두 번 환영하지 않는다', async () => {
  testApp = await openTestApp();
  await signUpMember(testApp.app);
  await testApp.database.transaction().execute(async (transaction) => {
    const member = await lockNewMember(transaction);
    expect(member).toBeDefined();
    expect(await lockNewMember(testApp.database)).toBeUndefined();
    await setWelcomed(transaction, { userId: member?.userId ?? '', now: new Date() });
  });
  expect(await lockNewMember(testApp.database)).toBeUndefined();
});

test('함수 주소가 run.app이 아니면 환영 메일은 없고 확인 메일만 온다', async () => {
  testApp = await openTestApp({ settings: { WELCOME_EMAIL_FUNCTION_URL: 'http://127.0.0.1:9/' } });
  await signUpMember(testApp.app);
  await untilMailed(1);
  expect(testApp.mails[0]?.subject).toBe('이메일을 인증해 주세요');
  expect(testApp.log.join('')).toContain('is not an https://….run.app URL');
});

/** Replaces `fetch`, so that requests to the function go to a local server. The host name does not exist in tests. */
async function functionAt(hostname: string, statuses: number[]) {
  const posts: { type: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posts.push({ type: request.headers['content-type'], body: JSON.parse(body) });
    response.writeHead(statuses.shift() ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
    const { hostname: asked, pathname } = new URL(address);
    expect(asked).toBe(hostname);
    return fetch(`http://127.0.0.1:${port}${pathname}`, options);
  });
  return { posts, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('함수가 맡으면 {userId, email, displayName}을 한 번 보내고, 환영 메일은 보내지 않는다', async () => {
  const welcome = await functionAt('welcome-abc.a.run.app', [200]);
  testApp = await openTestApp({
    settings: { WELCOME_EMAIL_FUNCTION_URL: 'https://welcome-abc.a.run.app/send' },
  });
  const { userId, email } = await signUpMember(testApp.app, { nickname: '김모먹' });
  await untilMailed(1);
  await expect
    .poll(async () => {
      await testApp.jobs.runDue();
      return welcome.posts;
    })
    .toEqual([{ type: 'application/json', body: { userId, email, displayName: '김모먹' } }]);
  expect(testApp.mails.map(({ subject }) => subject)).toEqual(['이메일을 인증해 주세요']);
  expect(testApp.log.join('')).not.toContain(email);
  await welcome.close();
});

test.each([
  ['https://welcome.run.app', false],
  ['http://welcome.run.app', true],
  ['https://run.app.evil.example', true],
])('함수 주소가 %s이면 가입한 사람에게 알릴지: %s', async (url, isMisconfigured) => {
  testApp = await openTestApp({ settings: { WELCOME_EMAIL_FUNCTION_URL: url } });
  const options = await testApp.app.inject({ method: 'GET', url: getSignInOptions.url });
  expect(options.json().isWelcomeMisconfigured).toBe(isMisconfigured);
});

test('함수가 맡으면 함수를 부르고, 실패는 기록만 한다', async () => {
  testApp = await openTestApp({
    // This domain cannot exist (RFC 6761).
    settings: { WELCOME_EMAIL_FUNCTION_URL: 'https://nobody.invalid.run.app' },
  });
  const member = await signUpMember(testApp.app);
  await untilMailed(1);
  const { rows } = await sql`
    select payload, attempts from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'account.welcome_by_function'`.execute(testApp.database);
  expect(rows).toEqual([
    { payload: { userId: member.userId, email: member.email, displayName: '모먹지' }, attempts: 1 },
  ]);
});
