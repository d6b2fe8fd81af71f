import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import {
  type PushedVote,
  Vote,
  type VoteAnswer,
  type VoteSummary,
} from '#features/collections/votes.contract.ts';
import { announcePlaceChanges } from '#features/catalogue/server/catalogue.public.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { startTestServer } from '#server/http/killable-server.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { collectionsOf, makePaid } from '../collections.test-factory.ts';
import { followStream, portOf } from './live.test-factory.ts';
import { createVoteStreams, VOTE_STREAMS } from './vote-streams.ts';

let opened: TestDatabase;
/** The two servers use one database. */
let on: TestApp;
let other: TestApp;
let owner: TestMember & ReturnType<typeof collectionsOf>;
let collectionId: string;
let places: string[];
let voteId: string;

beforeEach(async () => {
  opened = await createTestDatabase();
  const open = async () => {
    const served = await openTestApp({ opened, settings: { TRUSTED_PROXY: 'loopback' } });
    await served.app.listen({ host: '127.0.0.1', port: 0 });
    return served;
  };
  [on, other] = [await open(), await open()];
  const member = await signUpMember(on.app);
  owner = { ...member, ...collectionsOf(on.app, member) };
  await makePaid(on, owner);
  places = [await placeInCatalogue(on.database), await placeInCatalogue(on.database)];
  ({ id: collectionId } = await owner.made({ restaurantIds: places }));
  voteId = (await begin()).json<Vote>().id;
});
afterEach(async () => {
  await Promise.all([on.close(), other.close()]);
  await opened.close();
});

const begin = () =>
  owner.request('POST', `/api/collections/${collectionId}/votes`, {
    payload: { title: '토요일 저녁', meetsOn: '2099-11-28', meetsAt: null, restaurantIds: places },
    headers: { 'idempotency-key': randomUUID() },
  });
const from = (address: string) => ({ 'x-forwarded-for': address });
const answer = (
  name: string,
  {
    by = randomUUID(),
    with: given = 'want',
    address = '203.0.113.1',
  }: { by?: string; with?: VoteAnswer; address?: string } = {},
) =>
  on.app.inject({
    method: 'PUT',
    url: `/api/votes/${voteId}/answers`,
    headers: { origin: OWN_ORIGIN, ...from(address) },
    payload: { key: by, name, answers: places.map((restaurantId) => ({ restaurantId, answer: given })) },
  });
const follow = (served: TestApp, { address = '203.0.113.1', of = voteId } = {}) =>
  followStream<PushedVote>({
    port: portOf(served),
    headers: from(address),
    path: `/api/votes/${of}/changes`,
  });
const followCollection = (served: TestApp) =>
  followStream({
    port: portOf(served),
    headers: owner.headers,
    path: `/api/collections/${collectionId}/changes`,
  });
const read = (headers: object = {}) =>
  other.app.inject({ method: 'GET', url: `/api/votes/${voteId}`, headers: { ...headers } });

test('계정이 없는 사람의 열린 화면이 다른 서버에서 온 답을 스트림으로 받는다', async () => {
  const here = await follow(on);
  const there = await follow(other);
  expect(there.answer.headers.get('content-type')).toBe('text/event-stream');
  await expect.poll(() => [here.versions.length, there.versions.length]).toEqual([1, 1]);
  await answer('지우');
  await expect.poll(() => [here.updates.length, there.updates.length]).toEqual([1, 1]);
  const { membership, ...asRead } = (await read()).json<Vote>();
  expect(membership).toBeNull();
  // The update contains no data that only members of the collection can see.
  expect(there.updates).toEqual([Vote.omit({ membership: true }).strict().parse(asRead)]);
  expect(there.updates[0]?.voters.map(({ name }) => name)).toEqual(['지우']);
  expect(there.versions.at(-1)).toBe(asRead.version);
});

test('답을 바꾸거나 투표를 끝내도 알리고, 지우면 스트림이 끝난다', async () => {
  const stream = await follow(other);
  const by = randomUUID();
  await answer('지우', { by });
  await answer('지우', { by, with: 'later' });
  await expect
    .poll(() => stream.updates.at(-1)?.voters.flatMap(({ answers }) => answers.map((given) => given.answer)))
    .toEqual(['later', 'later']);
  await owner.request('POST', `/api/votes/${voteId}/close`);
  await expect.poll(() => stream.updates.at(-1)?.isOpen).toBe(false);
  await owner.request('DELETE', `/api/votes/${voteId}`);
  await stream.ended;
  expect((await follow(other)).answer.status).toBe(404);
});

test('많은 답은 버전만 알리고, 화면이 물어서 받는다', async () => {
  const name = '긴'.repeat(20);
  for (let nth = 0; nth < 45; nth += 1) await answer(name, { address: `10.0.0.${nth}` });
  const stream = await follow(other);
  await expect.poll(() => stream.versions.length).toBe(1);
  await answer(name);
  await expect.poll(() => stream.versions.length).toBe(2);
  expect(stream.updates).toEqual([]);
});

test('열린 모음의 투표도 새 투표, 답, 삭제를 받는다', async () => {
  const stream = await followCollection(other);
  const last = (): Pick<VoteSummary, 'id' | 'voterCount'>[] | undefined =>
    stream.votes.at(-1)?.map(({ id, voterCount }) => ({ id, voterCount }));
  await expect.poll(last).toEqual([{ id: voteId, voterCount: 0 }]);
  await answer('지우');
  await expect.poll(last).toEqual([{ id: voteId, voterCount: 1 }]);
  const { id: second } = (await begin()).json<Vote>();
  await expect.poll(() => last()?.length).toBe(2);
  await owner.request('DELETE', `/api/votes/${second}`);
  await expect.poll(last).toEqual([{ id: voteId, voterCount: 1 }]);
  const { votes } = (await owner.request('GET', `/api/collections/${collectionId}/votes`)).json();
  expect(stream.votes.at(-1)).toEqual(votes);
});

test('세션이 끝난 화면에는 투표를 보내지 않는다', async () => {
  const stream = await followCollection(other);
  await expect.poll(() => stream.votes.length).toBe(1);
  await sql`delete from sessions where user_id = ${owner.userId}`.execute(opened.database);
  await answer('지우');
  await stream.ended;
  expect(stream.votes.length).toBe(1);
});

test('스트림이 없는 화면은 물어서 받고, 바뀐 것이 없으면 304를 받는다', async () => {
  const before = await read();
  const tag = String(before.headers.etag);
  expect((await read({ 'if-none-match': tag })).statusCode).toBe(304);
  await answer('지우');
  const after = await read({ 'if-none-match': tag });
  expect([after.statusCode, after.json<Vote>().voters.length]).toEqual([200, 1]);
  // The response to a member differs from the response to a visitor.
  const ofOwner = await read({ ...owner.headers, 'if-none-match': String(after.headers.etag) });
  expect(ofOwner.json<Vote>().membership).toMatchObject({ collectionId });
});

test('시간이 지나 끝난 투표와 이름이 바뀐 모음, 바뀐 가게는 태그가 달라진다', async () => {
  const tagNow = async () => String((await read()).headers.etag);
  const tags = [await tagNow()];
  await owner.request('PATCH', `/api/collections/${collectionId}`, { payload: { name: '새 이름' } });
  tags.push(await tagNow());
  await announcePlaceChanges(opened.database, places);
  tags.push(await tagNow());
  await sql`alter table votes disable trigger raise_version`.execute(opened.database);
  await sql`update votes set closes_at = now() where id = ${voteId}`.execute(opened.database);
  tags.push(await tagNow());
  expect(new Set(tags).size).toBe(4);
});

test('한 링크와 한 주소가 여는 스트림의 수에는 한도가 있고, 닫으면 다시 열 수 있다', async () => {
  const { perAddress, perVote } = VOTE_STREAMS;
  const ofOne = await Promise.all(Array.from({ length: perAddress }, () => follow(on)));
  expect(ofOne.map(({ answer: { status } }) => status)).toEqual(Array(perAddress).fill(200));
  const refused = await follow(on);
  expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '60']);
  const ofOthers = await Promise.all(
    Array.from({ length: perVote - perAddress }, (_, nth) => follow(on, { address: `203.0.113.${2 + nth}` })),
  );
  expect(ofOthers.every(({ answer: { status } }) => status === 200)).toBe(true);
  expect((await follow(on, { address: '198.51.100.1' })).answer.status).toBe(429);
  const second = (await begin()).json<Vote>().id;
  expect((await follow(on, { address: '198.51.100.1', of: second })).answer.status).toBe(200);
  ofOne[0]?.close();
  await expect.poll(async () => (await follow(on, { address: '198.51.100.1' })).answer.status).toBe(200);
});

test('한 서버가 여는 스트림은 모두 합쳐 한도가 있고, 닫으면 다시 열 수 있다', async () => {
  const streams = createVoteStreams({ database: opened.database, log: on.app.log });
  const closing: (() => void)[] = [];
  const openNext = () =>
    streams.open({
      voteId,
      address: `2001:db8:${closing.length}::`,
      events: { send: () => {}, end: () => {}, onEnd: (close) => void closing.push(close) },
    });
  const canOpen = () => streams.canOpen({ voteId: 'another', address: '203.0.113.1' });
  while (closing.length < VOTE_STREAMS.all - 1) await openNext();
  expect(canOpen()).toBe(true);
  await openNext();
  expect(canOpen()).toBe(false);
  closing[0]?.();
  expect(canOpen()).toBe(true);
});

test('다른 운영체제 프로세스의 서버도 스트림으로 알린다', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-vote-live-'));
  const server = await startTestServer({ DATABASE_URL: opened.connectionString, DATA_DIR: dataFolder });
  try {
    const stream = await followStream<PushedVote>({
      port: Number(new URL(server.url).port),
      headers: {},
      path: `/api/votes/${voteId}/changes`,
    });
    await expect.poll(() => stream.versions.length).toBe(1);
    await answer('지우');
    await expect.poll(() => stream.updates.at(-1)?.voters.map(({ name }) => name)).toEqual(['지우']);
    stream.close();
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true });
  }
  // Starting a server takes more than 20 s on a busy machine.
}, 120_000);

test('IPv6 주소는 /64 네트워크로 센다', async () => {
  const network = Array.from({ length: VOTE_STREAMS.perAddress }, (_, nth) => `2001:db8::${nth + 1}`);
  await Promise.all(network.map((address) => follow(on, { address })));
  expect((await follow(on, { address: '2001:db8::ffff' })).answer.status).toBe(429);
  expect((await follow(on, { address: '2001:db8:1::1' })).answer.status).toBe(200);
});

test('모르는 링크와 지운 모음의 투표는 스트림을 열 수 없다', async () => {
  expect((await follow(on, { of: 'no-such-vote' })).answer.status).toBe(404);
  await owner.remove(collectionId);
  expect((await follow(on)).answer.status).toBe(404);
});

test('이전 릴리스의 서버가 쓴 답도 알린다', async () => {
  const stream = await follow(other);
  await expect.poll(() => stream.versions.length).toBe(1);
  // Writes a voter as the server of the previous release does, which does not raise the version of the vote.
  await sql`
    insert into vote_voters (id, vote_id, key_hash, name) values (${randomUUID()}, ${voteId}, 'x', '지우')
  `.execute(opened.database);
  await expect.poll(() => stream.updates.at(-1)?.voters.length).toBe(1);
});
