import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signOut } from '#features/account/account.contract.ts';
import { createApiToken } from '#features/account/api-tokens/api-tokens.contract.ts';
import { requestsTo } from '#features/account/server/account.test-factory.ts';
import {
  type Collection,
  CollectionUpdate,
  type PushedUpdate,
} from '#features/collections/collections.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createLogger } from '#server/http/log.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { makePaid, type Person, signUpPerson } from '../collections.test-factory.ts';
import { STREAMS_PER_MEMBER } from './collection-streams.ts';
import { createLiveStreams } from './live-streams.ts';
import { followStream, portOf } from './live.test-factory.ts';

let opened: TestDatabase;
/** The two servers use one database. */
let on: TestApp;
let other: TestApp;
let owner: Person;
let editor: Person;
let id: string;

beforeEach(async () => {
  opened = await createTestDatabase();
  const open = async () => {
    const served = await openTestApp({ opened });
    await served.app.listen({ host: '127.0.0.1', port: 0 });
    return served;
  };
  [on, other] = [await open(), await open()];
  [owner, editor] = await Promise.all([signUpPerson(on), signUpPerson(on)]);
  await makePaid(on, owner);
  ({ id } = await owner.made());
  const { invite } = (await owner.putInvite(id, 'editor')).json();
  await editor.join(invite.id);
});
afterEach(async () => {
  await Promise.all([on.close(), other.close()]);
  await opened.close();
});

const versionNow = async () => (await owner.read(id)).json<Collection>().version;

const follow = (served: TestApp, { headers }: { headers: object }, collectionId = id) =>
  followStream<PushedUpdate>({
    port: portOf(served),
    headers,
    path: `/api/collections/${collectionId}/changes`,
  });

test('한 서버에서 바꾸면 다른 서버에 열린 화면도 새 버전을 안다', async () => {
  const here = await follow(on, owner);
  const there = await follow(other, editor);
  expect(there.answer.headers.get('content-type')).toBe('text/event-stream');
  // Without the header `connection: close`, a stopping server waits until the connection has been idle for 72 seconds.
  expect(there.answer.headers.get('connection')).toBe('close');
  const first = await versionNow();
  await expect.poll(() => [here.versions, there.versions]).toEqual([[first], [first]]);
  await owner.add(id, [await placeInCatalogue(on.database)]);
  const second = await versionNow();
  expect(second).toBeGreaterThan(first);
  await expect.poll(() => [here.versions.at(-1), there.versions.at(-1)]).toEqual([second, second]);
});

test('열린 화면은 바뀐 곳을 스트림으로 받고, 그것은 물어서 받는 것과 같다', async () => {
  const place = await placeInCatalogue(on.database);
  const streams = [
    [owner, await follow(on, owner)],
    [editor, await follow(other, editor)],
  ] as const;
  const first = await versionNow();
  await expect.poll(() => streams.map(([, { versions }]) => versions)).toEqual([[first], [first]]);
  await owner.add(id, [place]);
  const second = await versionNow();
  await expect.poll(() => streams.map(([, { versions }]) => versions.at(-1))).toEqual([second, second]);
  for (const [who, { updates }] of streams) {
    const read = (await who.request('GET', `/api/collections/${id}/since/${first}`)).json();
    expect(updates).toEqual([{ since: first, update: CollectionUpdate.strict().parse(read) }]);
  }
  expect(streams.map(([, { updates }]) => updates[0]?.update.role)).toEqual(['owner', 'editor']);
});

test('직접 등록한 곳은 등록한 사람의 스트림에만 있다', async () => {
  const made = await listOf(on.app, editor).addByHand({ name: '도윤만 아는 집', address: '서울 어딘가' });
  const secret = made.json().restaurant.id as string;
  const ofOwner = await follow(on, owner);
  const ofEditor = await follow(on, editor);
  await expect.poll(() => [ofOwner.versions.length, ofEditor.versions.length]).toEqual([1, 1]);
  await editor.add(id, [secret]);
  await expect.poll(() => [ofOwner.versions.length, ofEditor.versions.length]).toEqual([2, 2]);
  expect(ofEditor.updates[0]?.update).toMatchObject({ places: [{ id: secret }], count: 1 });
  expect(JSON.stringify(ofOwner.updates)).not.toMatch(new RegExp(`도윤만 아는 집|${secret}`));
});

test('많이 바뀌면 버전만 알리고, 화면이 물어서 받는다', async () => {
  const many = await Promise.all(Array.from({ length: 30 }, () => placeInCatalogue(on.database)));
  const stream = await follow(on, editor);
  await expect.poll(() => stream.versions.length).toBe(1);
  await owner.add(id, many);
  await expect.poll(() => stream.versions.length).toBe(2);
  expect(stream.updates).toEqual([]);
});

test('내보낸 사람의 스트림은 끝나고 다시 열 수 없고, 남은 사람의 것은 이어진다', async () => {
  const removed = await follow(other, editor);
  const kept = await follow(other, owner);
  const [, { key }] = (await owner.read(id)).json<Collection>().people as [unknown, { key: string }];
  await expect.poll(() => removed.versions.length).toBe(1);
  await owner.removeMember(id, key);
  await removed.ended;
  expect([removed.versions.length, removed.updates]).toEqual([1, []]);
  expect(kept.isOver()).toBe(false);
  expect((await follow(other, editor)).answer.status).toBe(404);
});

test('로그아웃했거나 세션이 끝난 화면에는 아무것도 보내지 않고 스트림을 끝낸다', async () => {
  const signedOut = await follow(on, editor);
  const expired = await follow(other, owner);
  await expect.poll(() => [signedOut.versions.length, expired.versions.length]).toEqual([1, 1]);
  await on.app.inject({ method: 'POST', url: signOut.url, headers: editor.headers });
  await sql`update sessions set expires_at = now() where user_id = ${owner.userId}`.execute(opened.database);
  await sql`update collections set version = version + 1 where id = ${id}`.execute(opened.database);
  await Promise.all([signedOut.ended, expired.ended]);
  expect([signedOut.versions.length, expired.versions.length]).toEqual([1, 1]);
  expect([signedOut.updates, expired.updates]).toEqual([[], []]);
});

test('삭제한 모음, 탈퇴한 사람의 모음을 보던 스트림도 끝난다', async () => {
  const ofDeleted = await follow(other, editor);
  await owner.remove(id);
  await ofDeleted.ended;
  const { id: second } = await owner.made();
  const { invite } = (await owner.putInvite(second, 'editor')).json();
  await editor.join(invite.id);
  const ofErased = await follow(other, editor, second);
  await sql`delete from collections where id = ${second}`.execute(opened.database);
  await ofErased.ended;
  expect([ofDeleted.isOver(), ofErased.isOver()]).toEqual([true, true]);
});

test('모르는 모음과 남의 모음, 토큰, 방문자는 스트림을 열 수 없다', async () => {
  const stranger = await signUpPerson(on);
  const { answer } = await follow(on, stranger);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    404,
    'collections.not_found',
  ]);
  expect((await follow(on, stranger, 'no-such-collection')).answer.status).toBe(404);
  expect((await follow(on, { headers: {} })).answer.status).toBe(401);
  const send = requestsTo(() => on.app);
  const { body } = await send(createApiToken, { name: '스크립트', scope: 'read' }, { cookie: owner.cookie });
  expect((await follow(on, { headers: { authorization: `Bearer ${body.secret}` } })).answer.status).toBe(403);
});

test('한 사람이 여는 스트림의 수에는 한도가 있고, 닫으면 다시 열 수 있다', async () => {
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_MEMBER }, () => follow(on, editor)));
  expect(streams.map(({ answer }) => answer.status)).toEqual(Array(STREAMS_PER_MEMBER).fill(200));
  expect((await follow(on, editor)).answer.status).toBe(429);
  expect((await follow(on, owner)).answer.status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await follow(on, editor)).answer.status).toBe(200);
});

test('서버가 끝날 때 열린 스트림을 기다리지 않고 끝낸다', async () => {
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_MEMBER }, () => follow(other, editor)));
  const started = performance.now();
  await other.app.close();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('알림 연결이 끊겨도 다시 이어지고, 그사이의 변경을 알린다', async () => {
  const stream = await follow(on, editor);
  await expect.poll(() => stream.versions.length).toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'momokzi-notifications' and datname = current_database()`.execute(
    opened.database,
  );
  await owner.add(id, [await placeInCatalogue(on.database)]);
  const between = await versionNow();
  await expect.poll(() => stream.versions.at(-1)).toBe(between);
  await owner.add(id, [await placeInCatalogue(on.database)]);
  const after = await versionNow();
  await expect.poll(() => stream.versions.at(-1)).toBe(after);
});

test('변경이 없어도 주기적으로 알리고, 그때 권한을 다시 확인한다', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where user_id = ${editor.userId}`.execute(opened.database);
  const sent: (string | number)[] = [];
  let isOver = false;
  const streams = createLiveStreams({
    database: opened.database,
    // Without a pool no notifications arrive, so only the heartbeat sends versions.
    pool: undefined,
    log: createLogger({ LOG_LEVEL: 'error' }),
    heartbeat: 50,
  });
  const events = {
    send: (data: string | number, name?: string) => void (name ?? sent.push(data)),
    end: () => void (isOver = true),
    onEnd() {},
  };
  await streams.start();
  await streams.collections.open({
    userId: editor.userId,
    sessionId: rows[0]?.id ?? '',
    collectionId: id,
    events,
  });
  await expect.poll(() => sent.length).toBeGreaterThan(3);
  await sql`delete from sessions where user_id = ${editor.userId}`.execute(opened.database);
  await expect.poll(() => isOver).toBe(true);
  await streams.close();
});
