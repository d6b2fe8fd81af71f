import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { catalogueOf, providedTo, signedUpDaysAgo } from './provided.test-factory.ts';

let on: TestApp;
let catalogue: ReturnType<typeof catalogueOf>;
let member: TestMember;
let provided: ReturnType<typeof providedTo>;
let mine: ReturnType<typeof listOf>;
beforeAll(async () => {
  on = await openTestApp({
    settings: { ADMIN_EMAIL: 'boss@example.com', REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 },
  });
  catalogue = catalogueOf(on, await openAdmin(on));
});
afterAll(() => on.close());
beforeEach(async () => {
  member = await signUpMember(on.app);
  provided = providedTo(on, member);
  mine = listOf(on.app, member);
});

const grantPaidTier = ({ userId }: TestMember) =>
  on.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();

async function provide(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const placeId = await placeInCatalogue(on.database);
    const answer = await catalogue.provide({
      place: { from: 'maps', placeId },
      memo: '골목 방송 3회',
      tags: ['국물'],
    });
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
    ids.push(placeId);
  }
  return ids;
}

describe('제공 맛집이 보이는 때', () => {
  test('무료 회원은 가입한 날부터 7일 동안, 유료 회원은 늘 본다', async () => {
    const [id = ''] = await provide(1);
    await signedUpDaysAgo(on, member, 6.9);
    expect((await provided.now()).restaurants.map((each) => each.id)).toContain(id);
    expect((await mine.open(id)).json().provided).toMatchObject({ memo: '골목 방송 3회', tags: ['국물'] });

    await signedUpDaysAgo(on, member, 7.1);
    expect(await provided.now()).toMatchObject({ isVisible: false, restaurants: [], sources: [] });
    expect((await provided.now()).total).toBeGreaterThan(0);
    expect((await mine.open(id)).json().provided).toBeNull();
    expect(codeOf(await provided.take([id]))).toEqual([404, 'restaurants.place_not_found']);

    await grantPaidTier(member);
    expect((await provided.now()).restaurants.map((each) => each.id)).toContain(id);
    expect((await provided.take([id])).statusCode).toBe(201);
  });

  test('방문자는 볼 수 없다', async () => {
    const answer = await on.app.inject({ url: '/api/provided-restaurants' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('한 장의 문서', () => {
  test('바뀌지 않았으면 304, 바뀌면 새 판이고, 계약대로다', async () => {
    const [id = ''] = await provide(1);
    const first = await provided.read();
    expect(first.headers['content-type']).toMatch(/^application\/json/);
    expect(ProvidedDocument.parse(first.json())).toEqual(first.json());
    const etag = String(first.headers.etag);
    expect((await provided.read({ 'if-none-match': etag })).statusCode).toBe(304);

    await catalogue.change(id, { tags: ['국물', '노포'] });
    const second = await provided.read({ 'if-none-match': etag });
    expect(second.statusCode).toBe(200);
    const place = second.json<ProvidedDocument>().restaurants.find((each) => each.id === id);
    expect(place?.tags).toEqual(['국물', '노포']);
  });

  test('볼 때가 지난 사람은 남의 판을 대어도 빈 문서를 받는다', async () => {
    await provide(1);
    const etag = String((await provided.read()).headers.etag);
    await signedUpDaysAgo(on, member, 8);
    const answer = await provided.read({ 'if-none-match': etag });
    expect([answer.statusCode, answer.json().isVisible]).toEqual([200, false]);
  });

  test('회원이 처음 더한 곳은 제공 맛집이 아니다', async () => {
    const { version } = await provided.now();
    await mine.addPlace(await placeInCatalogue(on.database), {
      sourceMemo: '내 메모',
      customTags: ['내 것'],
    });
    expect((await provided.now()).version).toBe(version);
  });
});

describe('내 리스트로 가져오기', () => {
  test('방문 예정으로 오고, 메모와 태그가 내 것이 되고, 지우면 다시 제공 맛집이다', async () => {
    const [id = ''] = await provide(1);
    const taken = await provided.take([id]);
    expect(taken.statusCode).toBe(201);
    expect(taken.json().restaurants).toMatchObject([
      { id, status: '방문 예정', sourceMemo: '골목 방송 3회', customTags: ['국물'], visitedAt: null },
    ]);
    expect((await mine.now()).restaurants).toEqual(taken.json().restaurants);
    expect(codeOf(await provided.take([id]))).toEqual([409, 'restaurants.already_in_list']);

    await mine.remove(id);
    expect((await mine.now()).restaurants).toEqual([]);
    expect((await provided.now()).restaurants.map((each) => each.id)).toContain(id);
    expect((await provided.take([id])).statusCode).toBe(201);
  });

  test('다녀왔어요는 방문 완료로 온다', async () => {
    const [id = ''] = await provide(1);
    const { restaurants } = (await provided.take([id], { status: '방문 완료' })).json();
    expect(restaurants[0]).toMatchObject({ status: '방문 완료' });
    expect(restaurants[0].visitedAt).toBe(restaurants[0].linkedAt);
  });

  test('같은 멱등성 키로 다시 보내면 첫 답이 온다', async () => {
    const ids = await provide(2);
    const key = randomUUID();
    const first = await provided.take(ids, { key });
    const again = await provided.take(ids, { key });
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
  });

  test('여럿은 모두 아니면 아무것도: 한도를 넘으면 하나도 오지 않고, 있던 것은 그대로다', async () => {
    const ids = await provide(12);
    await mine.addPlace(ids[0] ?? '', { review: '내가 쓴 것' });
    const refused = await provided.take(ids);
    expect(codeOf(refused)).toEqual([409, 'restaurants.bulk_limit_exceeded']);
    expect(refused.json().params).toEqual({ limit: 10, count: 11 });
    expect((await mine.now()).restaurants).toHaveLength(1);

    const taken = await provided.take(ids.slice(0, 10));
    expect(taken.json().restaurants).toHaveLength(9);
    const { restaurants } = await mine.now();
    expect(restaurants.find((each) => each.id === ids[0])?.review).toBe('내가 쓴 것');
    expect(codeOf(await provided.take([ids[11] ?? '']))).toEqual([409, 'restaurants.limit_reached']);

    await grantPaidTier(member);
    expect((await provided.take(ids)).json().restaurants).toHaveLength(2);
  });

  test('한꺼번에 서른 번 눌러도 한도를 넘지 않는다', async () => {
    const ids = await provide(30);
    const answers = await Promise.all(ids.map((id, nth) => provided.take([id, ids[(nth + 1) % 30] ?? id])));
    expect(answers.some(({ statusCode }) => statusCode === 409)).toBe(true);
    const { restaurants } = await mine.now();
    expect(restaurants.length).toBeGreaterThan(8);
    expect(restaurants.length).toBeLessThanOrEqual(10);
  });

  test('제공하지 않는 곳은 가져올 수 없고, 함께 보낸 것도 오지 않는다', async () => {
    const [id = ''] = await provide(1);
    const other = await placeInCatalogue(on.database);
    expect(codeOf(await provided.take([id, other]))).toEqual([404, 'restaurants.place_not_found']);
    expect((await mine.now()).restaurants).toEqual([]);
  });
});
