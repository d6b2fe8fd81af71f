import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { signedUpDaysAgo } from '#features/catalogue/server/provided.test-factory.ts';
import { collectionsOf, jointOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { DAY_MS, HOUR_MS, startOfKoreanDay } from '#common/dates.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { notificationsOf } from './notifications.test-factory.ts';
import { claimsOf, newBrowserKeys, startPushService } from './push-service.test-factory.ts';

/* Messages go to a push service over TLS on this machine, and are decrypted as a browser does it. */

const ORIGIN = 'https://fcm.googleapis.com';
/** Noon in Korea, so that no test runs in the quiet hours. */
const NOON = startOfKoreanDay(Date.now()) + 12 * HOUR_MS;

let service: Awaited<ReturnType<typeof startPushService>>;
let on: TestApp;
let owner: TestMember;
let editor: TestMember;
let collectionId: string;
let placeId: string;

beforeAll(async () => {
  service = await startPushService();
  on = await openTestApp({
    settings: { PUSH_URL: service.url, REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 },
  });
});
afterAll(async () => {
  await on.close();
  await service.close();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  [owner, editor] = [
    await signUpMember(on.app, { nickname: '은조' }),
    await signUpMember(on.app, { nickname: '도윤' }),
  ];
  await makePaid(on, owner);
  await signedUpDaysAgo(on, owner, 2);
  placeId = await placeInCatalogue(on.database, { name: '골목 국수' });
  const mine = { ...collectionsOf(on.app, owner), ...jointOf(on.app, owner) };
  ({ id: collectionId } = await mine.made({ name: '우리 동네', restaurantIds: [placeId] }));
  const { invite } = (await mine.putInvite(collectionId, 'editor')).json();
  await jointOf(on.app, editor).join(invite.id);
  await notificationsOf(on.app, owner).readAll(Date.now() + DAY_MS);
  await on.jobs.runDue();
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'notifications.push'
    ))
  `.execute(on.database);
  service.received.length = 0;
});
afterEach(() => {
  service.answerWith();
  vi.useRealTimers();
});

const comment = (words = '하나') => jointOf(on.app, editor).comment(collectionId, placeId, words);
const request = (method: 'GET' | 'PUT' | 'DELETE', payload?: object, of = owner) =>
  on.app.inject({
    method,
    url: '/api/push-subscription',
    headers: of.headers,
    ...(payload && { payload }),
  });
/** Turns push messages on for the device of the owner. */
async function subscribe({ kinds = ['collection'], path = `/fcm/send/${randomUUID()}`, of = owner } = {}) {
  const browser = newBrowserKeys();
  const answer = await request('PUT', { endpoint: `${ORIGIN}${path}`, ...browser.keys, kinds }, of);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...browser, path, publicKey: answer.json<{ publicKey: string }>().publicKey };
}
const subscriptions = () =>
  on.database.selectFrom('push_subscriptions').selectAll().where('user_id', '=', owner.userId).execute();
/** The waiting jobs of push messages. */
const waiting = async () =>
  (
    await sql<{ runAt: Date; attempts: number }>`
      select run_at as "runAt", attempts from graphile_worker.jobs where task_identifier = 'notifications.push'
    `.execute(on.database)
  ).rows;
/** Makes waiting jobs due, as if their time had come. */
const timePasses = () =>
  sql`
  update graphile_worker._private_jobs as job set run_at = now()
  from graphile_worker._private_tasks as task
  where task.id = job.task_id and task.identifier = 'notifications.push'
`.execute(on.database);
/** Runs the jobs, also those whose time the clock of the test has not reached in the database. */
async function deliver(): Promise<void> {
  await timePasses();
  await on.jobs.runDue();
}

test('켠 기기에 암호화한 알림이 가고, 서명과 내용이 규격에 맞다', async () => {
  const device = await subscribe();
  await comment();
  await deliver();
  const [push] = service.received;
  expect(service.received).toHaveLength(1);
  expect(push?.path).toBe(device.path);
  expect(push?.headers).toMatchObject({
    host: 'fcm.googleapis.com',
    ttl: '86400',
    'content-encoding': 'aes128gcm',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(push?.body.length).toBeLessThan(3_000);
  const { aud, exp, sub } = claimsOf(push!, device.publicKey);
  expect(aud).toBe(ORIGIN);
  expect(sub).toMatch(/^mailto:[^\s<>]+$/);
  expect(Number(exp) * 1000 - Date.now()).toBeLessThanOrEqual(DAY_MS);
  const [{ id } = { id: '' }] = (await notificationsOf(on.app, owner).list()).notifications;
  expect(JSON.parse(device.decrypt(push!.body))).toEqual({
    web_push: 8030,
    notification: {
      title: '우리 동네',
      body: '도윤님이 댓글을 남겼어요 · 골목 국수',
      lang: 'ko',
      tag: push?.headers.topic,
      navigate: `http://localhost:3000/app/notifications?open=${id}`,
    },
  });
});

test('쌓인 열 번의 소식은 한 번 가고, 이어지는 소식은 같은 알림을 바꾼다', async () => {
  const device = await subscribe();
  for (let nth = 0; nth < 10; nth += 1) await comment(`${nth}`);
  expect(await waiting()).toHaveLength(1);
  await deliver();
  await comment('또');
  await deliver();
  expect(service.received).toHaveLength(2);
  const bodies = service.received.map(({ body }) => JSON.parse(device.decrypt(body)).notification.body);
  expect(bodies).toEqual([
    '새 소식 10개 · 도윤님이 댓글을 남겼어요 · 골목 국수',
    '새 소식 11개 · 도윤님이 댓글을 남겼어요 · 골목 국수',
  ]);
  expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(1);
});

test.each([
  ['밤 9시', 21, 24 + 8],
  ['새벽 3시', 27, 24 + 8],
  ['아침 7시 59분', 24 + 7.98, 24 + 8],
])('%s에는 보내지 않고 아침 8시까지 둔다', async (_, hour, until) => {
  const today = startOfKoreanDay(NOON);
  await subscribe();
  vi.setSystemTime(today + hour * HOUR_MS);
  await comment();
  expect((await waiting()).map(({ runAt }) => runAt.getTime())).toEqual([today + until * HOUR_MS]);
  // A job that runs in the quiet hours, for example a repetition, waits too.
  await deliver();
  expect(service.received).toEqual([]);
  expect((await waiting()).map(({ runAt }) => runAt.getTime())).toEqual([today + until * HOUR_MS]);
  vi.setSystemTime(today + until * HOUR_MS);
  await deliver();
  expect(service.received).toHaveLength(1);
});

test('404와 410은 구독을 지우고, 429와 503은 다시 보내고, 403은 다시 보내지 않는다', async () => {
  await subscribe();
  for (const status of [429, 503]) {
    service.received.length = 0;
    service.answerWith(status);
    await comment();
    await deliver();
    expect(await waiting()).toMatchObject([{ attempts: 1 }]);
    await deliver();
    expect(service.received).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  }
  service.answerWith(403);
  await comment();
  await deliver();
  expect(await waiting()).toEqual([]);
  expect(await subscriptions()).toHaveLength(1);
  expect(on.log.some((line) => line.includes('push.refused'))).toBe(true);
  for (const status of [404, 410]) {
    await subscribe();
    service.answerWith(status);
    await comment();
    await deliver();
    expect(await subscriptions(), `${status}`).toEqual([]);
  }
});

test('읽은 알림, 켜지 않은 종류, 끈 기기, 로그아웃한 기기에는 가지 않는다', async () => {
  await subscribe({ kinds: ['closure'] });
  await comment();
  await deliver();
  expect(service.received).toEqual([]);

  await subscribe();
  await comment();
  await notificationsOf(on.app, owner).readAll(Date.now() + DAY_MS);
  await deliver();
  expect(service.received).toEqual([]);

  await comment();
  expect((await request('DELETE')).json()).toMatchObject({ kinds: [] });
  await deliver();
  expect(service.received).toEqual([]);

  await subscribe();
  await on.app.inject({ method: 'POST', url: '/api/account/sign-out', headers: owner.headers });
  expect(await subscriptions()).toEqual([]);
  await comment();
  await deliver();
  expect(service.received).toEqual([]);
});

test('한 브라우저는 나중에 로그인한 회원의 것이고, 다시 켜면 하나로 남는다', async () => {
  const { path } = await subscribe();
  await subscribe({ path, kinds: ['collection', 'closure'] });
  expect(await subscriptions()).toHaveLength(1);
  expect((await request('GET')).json()).toMatchObject({ kinds: ['collection', 'closure'], isPossible: true });
  await signedUpDaysAgo(on, editor, 2);
  await subscribe({ path, of: editor });
  expect(await subscriptions()).toEqual([]);
});

test('모르는 푸시 서비스와 가입한 날에는 켤 수 없다', async () => {
  const { keys } = newBrowserKeys();
  for (const endpoint of [
    'https://push.example.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://evilpush.apple.com/x',
    'https://127.0.0.1/x',
    'https://user@169.254.169.254/x',
  ]) {
    const answer = await request('PUT', { endpoint, ...keys, kinds: ['collection'] });
    expect(answer.json(), endpoint).toMatchObject({ code: 'notifications.push_service_unknown' });
  }
  expect(on.log.some((line) => line.includes('push.host_refused') && line.includes('push.example.com'))).toBe(
    true,
  );
  const plain = await request('PUT', {
    endpoint: 'http://fcm.googleapis.com/x',
    ...keys,
    kinds: ['closure'],
  });
  expect(plain.statusCode).toBe(400);
  for (const host of [
    'web.push.apple.com',
    'wns2-par02p.notify.windows.com',
    'updates.push.services.mozilla.com',
  ])
    expect(
      (await request('PUT', { endpoint: `https://${host}/x`, ...keys, kinds: ['collection'] })).statusCode,
    ).toBe(200);
  await signedUpDaysAgo(on, owner, 0);
  expect((await request('GET')).json()).toMatchObject({ isPossible: false });
  const early = await request('PUT', { endpoint: `${ORIGIN}/x`, ...keys, kinds: ['collection'] });
  expect(early.json()).toMatchObject({ code: 'notifications.push_too_early' });
});

test('열쇠는 설치마다 하나이고, 같은 비밀이면 다시 시작해도 같다', async () => {
  const { publicKey } = (await request('GET')).json();
  const again = await openTestApp();
  const other = await openTestApp({ settings: { AUTH_SECRET: 'y'.repeat(32) } });
  const keyOf = async (app: TestApp) => {
    const member = await signUpMember(app.app);
    const answer = await app.app.inject({ url: '/api/push-subscription', headers: member.headers });
    return answer.json<{ publicKey: string }>().publicKey;
  };
  expect(await keyOf(again)).toBe(publicKey);
  expect(await keyOf(other)).not.toBe(publicKey);
  await again.close();
  await other.close();
});
