import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { collectionsOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { type ListShare, SharedList } from '#features/sharing/sharing.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let on: TestApp;
let owner: TestMember;
let mine: ReturnType<typeof collectionsOf>;
beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());
beforeEach(async () => {
  owner = await signUpMember(on.app, { nickname: '은조' });
  await makePaid(on, owner);
  mine = collectionsOf(on.app, owner);
});

const share = (collectionId: string, { member = owner, memos = true } = {}) =>
  on.app.inject({
    method: 'POST',
    url: '/api/list-shares',
    headers: { ...member.headers, 'idempotency-key': randomUUID() },
    payload: {
      title: '을지로 노포',
      selection: { of: 'collection', collectionId },
      shows: { ratings: true, reviews: false, memos },
    },
  });
const open = (shareId: string, headers: Record<string, string> = {}) =>
  on.app.inject({ method: 'GET', url: `/api/shared-lists/${shareId}`, headers });
const idsOf = async (shareId: string) => (await open(shareId)).json<SharedList>().places.map(({ id }) => id);

test('모음의 링크는 모음의 순서와 한 줄, 리스트에 없는 곳까지 보여 주고, 숨긴 것은 한 글자도 없다', async () => {
  const list = listOf(on.app, owner);
  const [a, b] = [await placeInCatalogue(on.database), await placeInCatalogue(on.database)];
  await list.addPlace(a, {
    status: '방문 완료',
    rating: 4.5,
    review: '숨긴 리뷰',
    sourceMemo: '보이는 메모',
  });
  const byHand = await list.addByHand({ name: '숨긴 식당', address: '숨긴 주소' });
  const { id } = await mine.made({ restaurantIds: [b, byHand.json().restaurant.id, a] });
  await mine.changePlace(id, b, { note: '여섯 시 전에' });

  const link = (await share(id)).json<ListShare>();
  expect(link).toMatchObject({ state: 'open', collectionName: '을지로 노포' });
  const answer = await open(link.id);
  expect(answer.body).not.toContain('숨긴');
  const shown = answer.json<SharedList>();
  expect(SharedList.strict().parse(shown)).toEqual(shown);
  expect(shown.places).toMatchObject([
    { id: b, line: '여섯 시 전에', status: '방문 예정', rating: null },
    { id: a, line: '', status: '방문 완료', rating: 4.5, sourceMemo: '보이는 메모' },
  ]);

  const quiet = (await share(id, { memos: false })).json<ListShare>();
  expect((await open(quiet.id)).body).not.toMatch(/여섯 시 전에|보이는 메모/);
});

test('모음이 바뀌면 링크도 바뀌고, 지우면 닫혔다가 되돌리면 다시 열린다', async () => {
  const [a, b] = [await placeInCatalogue(on.database), await placeInCatalogue(on.database)];
  const { id } = await mine.made({ restaurantIds: [a] });
  const link = (await share(id)).json<ListShare>();
  const tag = String((await open(link.id)).headers.etag);
  expect((await open(link.id, { 'if-none-match': tag })).statusCode).toBe(304);
  await mine.add(id, [b]);
  expect((await open(link.id, { 'if-none-match': tag })).statusCode).toBe(200);
  expect(await idsOf(link.id)).toEqual([a, b]);
  await mine.changePlace(id, b, { after: null });
  expect(await idsOf(link.id)).toEqual([b, a]);

  await mine.remove(id);
  expect((await open(link.id)).json().code).toBe('sharing.not_found');
  const listed = await on.app.inject({ method: 'GET', url: '/api/list-shares', headers: owner.headers });
  expect(listed.json().shares).toMatchObject([{ state: 'collection_deleted', collectionName: null }]);
  await mine.restore(id);
  expect(await idsOf(link.id)).toEqual([b, a]);
});

test('남의 모음으로는 링크를 만들 수도, 링크를 바꿀 수도 없다', async () => {
  const { id } = await mine.made();
  const stranger = await signUpMember(on.app);
  await makePaid(on, stranger);
  const refused = await share(id, { member: stranger });
  const unknown = await share('B'.repeat(32), { member: stranger });
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'sharing.collection_not_found']);
  expect(unknown.json().code).toBe('sharing.collection_not_found');
  const own = await collectionsOf(on.app, stranger).made();
  const link = (await share(own.id, { member: stranger })).json<ListShare>();
  const changed = await on.app.inject({
    method: 'PATCH',
    url: `/api/list-shares/${link.id}`,
    headers: stranger.headers,
    payload: { selection: { of: 'collection', collectionId: id } },
  });
  expect([changed.statusCode, changed.json().code]).toEqual([404, 'sharing.collection_not_found']);
});
