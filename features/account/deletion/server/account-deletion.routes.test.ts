import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonalData } from '#server/http/personal-data.ts';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, signIn } from '../../account.contract.ts';
import { DELETION_PHRASES } from '../account-deletion.contract.ts';
import { signUpMember, randomIpAddress, type TestMember } from '../../server/account.test-factory.ts';
import { makeDeletionDue } from './account-deletion.sql.ts';

const DELETION = '/api/account/deletion';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const personalData = createPersonalData();
let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ personalData });
});
afterAll(() => testApp?.close());

const send = (member: TestMember, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  testApp.app.inject({ method, url, headers: member.headers, ...(payload && { payload }) });
const ask = (member: TestMember, password = member.password) =>
  send(member, 'POST', DELETION, { reason: '이제 안 써요', password });
const deleteNow = (member: TestMember, form: object = {}) =>
  send(member, 'POST', `${DELETION}/now`, {
    reason: '',
    password: member.password,
    phrase: DELETION_PHRASES.ko,
    ...form,
  });

const pass = (member: TestMember, ms: number) =>
  testApp.database
    .updateTable('deletion_requests')
    .set((row) => ({ due_at: sql`${row.ref('due_at')} - ${ms} * interval '1 millisecond'` }))
    .where('user_id', '=', member.userId)
    .execute();
async function work(): Promise<void> {
  await testApp.jobs.add(testApp.database, 'account.process_user_deletion', {});
  await testApp.jobs.runDue();
}

async function rowsAbout({ userId }: TestMember): Promise<string[]> {
  const names: string[] = [];
  for (const { table, column } of [...personalData.tables(), { table: 'users', column: 'id' }]) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(
        testApp.database,
      );
    if (rows.length > 0) names.push(table);
  }
  return names;
}
const subjectsTo = async ({ email }: TestMember) => {
  await testApp.jobs.runDue();
  return testApp.mails.filter(({ address }) => address === email).map(({ subject }) => subject);
};
async function memberWithARestaurant(): Promise<TestMember> {
  const member = await signUpMember(testApp.app);
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/my-restaurants',
    headers: { ...member.headers, 'idempotency-key': `leaving-${member.userId}` },
    payload: { place: { from: 'hand', name: '예시 밥집', address: '서울 중구 명동9길 12' } },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return member;
}

test('탈퇴를 부탁하면 이레 뒤에 모든 것이 지워지고 메일이 온다', async () => {
  const member = await memberWithARestaurant();
  const asked = await ask(member);
  expect(asked.statusCode).toBe(202);
  const { request } = asked.json();
  expect(request.dueAt - request.requestedAt).toBe(WEEK_MS);
  expect(await subjectsTo(member)).toContain('탈퇴 요청을 받았어요');

  await pass(member, WEEK_MS - 60_000);
  await work();
  expect(await rowsAbout(member)).toContain('my_restaurants');

  await pass(member, 60_000);
  await work();
  expect(await rowsAbout(member)).toEqual([]);
  expect((await subjectsTo(member)).filter((subject) => subject === '탈퇴가 완료됐어요')).toHaveLength(1);
  const back = await testApp.app.inject({
    method: 'POST',
    url: signIn.url,
    headers: { origin: OWN_ORIGIN },
    remoteAddress: randomIpAddress(),
    payload: { email: member.email, password: member.password },
  });
  expect(back.statusCode).toBe(401);
});

test('그 안에 취소하면 아무것도 지워지지 않는다', async () => {
  const member = await memberWithARestaurant();
  await ask(member);
  expect((await send(member, 'DELETE', DELETION)).json().request).toBeNull();
  await work();
  expect(await rowsAbout(member)).toContain('my_restaurants');
  expect((await send(member, 'GET', DELETION)).json()).toEqual({
    request: null,
    reauthenticatedBy: 'password',
  });
});

test('두 번 부탁해도 날짜는 그대로다', async () => {
  const member = await signUpMember(testApp.app);
  await ask(member);
  const again = await ask(member);
  expect([again.statusCode, again.json().code]).toEqual([409, 'account.deletion_already_scheduled']);
});

test('비밀번호가 틀리거나 없으면 안 되고, 열 번까지만 물어본다', async () => {
  const member = await signUpMember(testApp.app);
  expect((await ask(member, 'wrong-one')).json().code).toBe('account.password_wrong');
  expect((await send(member, 'POST', DELETION, { reason: '' })).json().code).toBe('account.password_wrong');
  for (let attempt = 2; attempt < 10; attempt++) await ask(member, 'wrong-one');
  expect((await ask(member)).statusCode).toBe(429);
  expect(await rowsAbout(member)).not.toContain('deletion_requests');
});

test('지금 탈퇴하다 끊기면 그 회원의 요청은 받지 않고, 곧 마저 지운다', async () => {
  const member = await memberWithARestaurant();
  const token = await send(member, 'POST', '/api/account/tokens', { name: '가져오기', scope: 'read-write' });
  expect(token.statusCode, token.body).toBe(201);
  await ask(member);
  // This is the state after a crash between the two transactions of an immediate deletion.
  await makeDeletionDue(testApp.database, { userId: member.userId, locale: 'ko' });
  expect((await send(member, 'DELETE', DELETION)).statusCode).toBe(401);
  const byToken = await testApp.app.inject({
    method: 'GET',
    url: '/api/my-restaurants',
    headers: { authorization: `Bearer ${token.json().secret}` },
  });
  expect(byToken.statusCode).toBe(401);
  await work();
  expect(await rowsAbout(member)).toEqual([]);
  expect((await subjectsTo(member)).filter((subject) => subject === '탈퇴가 완료됐어요')).toHaveLength(1);
});

test('문장을 적으면 바로 지워지고 로그아웃된다', async () => {
  const member = await memberWithARestaurant();
  for (const phrase of ['', '탈퇴합', '탈퇴합니다!']) {
    const refused = await deleteNow(member, { phrase });
    expect(refused.json().errors).toMatchObject([{ path: 'phrase', code: 'account.phrase_wrong' }]);
  }
  expect((await deleteNow(member, { password: 'wrong-one' })).json().code).toBe('account.password_wrong');

  const done = await deleteNow(member);
  expect(done.statusCode).toBe(200);
  expect(String(done.headers['set-cookie'])).toContain('Max-Age=0');
  expect(await rowsAbout(member)).toEqual([]);
  const me = await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie: member.cookie } });
  expect(me.json().me).toBeNull();
  expect(await subjectsTo(member)).toContain('탈퇴가 완료됐어요');
});

test('비밀번호가 없는 계정은 방금 로그인한 것으로 증명한다', async () => {
  const member = await signUpMember(testApp.app);
  await testApp.database
    .deleteFrom('accounts')
    .where('user_id', '=', member.userId)
    .where('provider_id', '=', 'credential')
    .execute();
  const minutesAgo = (minutes: number) =>
    testApp.database
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .where('user_id', '=', member.userId)
      .execute();
  await minutesAgo(11);
  const stale = await ask(member);
  expect([stale.statusCode, stale.json().code]).toEqual([403, 'account.reauthentication_required']);
  await minutesAgo(9);
  expect((await ask(member)).json().reauthenticatedBy).toBe('fresh_sign_in');
});

test('두 서버가 함께 일해도 한 사람은 한 번만 지워진다', async () => {
  const members = await Promise.all([signUpMember(testApp.app), signUpMember(testApp.app)]);
  for (const member of members) {
    await ask(member);
    await pass(member, WEEK_MS);
  }
  await Promise.all([work(), work()]);
  for (const member of members) {
    expect(await rowsAbout(member)).toEqual([]);
    expect((await subjectsTo(member)).filter((subject) => subject === '탈퇴가 완료됐어요')).toHaveLength(1);
  }
});

test('지울 수 없는 계정이 다른 계정의 탈퇴를 막지 않는다', async () => {
  const [first, second] = [await memberWithARestaurant(), await memberWithARestaurant()];
  for (const member of [first, second]) await ask(member);
  await pass(first, WEEK_MS + 60_000);
  await pass(second, WEEK_MS);
  await sql`create table blocker (user_id text collate "C" references users (id))`.execute(testApp.database);
  await sql`insert into blocker values (${first.userId})`.execute(testApp.database);
  await work();
  expect(await rowsAbout(first)).toContain('users');
  expect(await rowsAbout(second)).toEqual([]);

  await sql`drop table blocker`.execute(testApp.database);
  await work();
  expect(await rowsAbout(first)).toEqual([]);
});
