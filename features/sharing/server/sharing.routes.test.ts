import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeNickname } from '#features/account/settings/settings.contract.ts';
import {
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { catalogueOf } from '#features/catalogue/server/provided.test-factory.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { phoneJpeg, upload } from '#features/photos/server/photos.test-factory.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { incrementVersionsOfListsWith } from '#features/restaurants/server/restaurants.public.ts';
import { listOf, placeInCatalogue, written } from '#features/restaurants/server/restaurants.test-factory.ts';
import {
  type ListShare,
  SharedList,
  SharedPlace,
  type TakeOverResultOfShare,
} from '#features/sharing/sharing.contract.ts';
import { SHARES_MAXIMUM } from '#features/sharing/sharing.limits.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let on: TestApp;
let owner: TestMember;
let ownList: ReturnType<typeof listOf>;

beforeAll(async () => {
  on = await openTestApp({
    settings: { ADMIN_EMAIL: 'boss@example.com', REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 },
  });
});
afterAll(() => on.close());

beforeEach(async () => {
  owner = await signUpMember(on.app, { nickname: '은조' });
  ownList = listOf(on.app, owner);
  await setTier(owner, 'paid');
});

const setTier = (member: TestMember, tier: 'free' | 'paid') =>
  on.database
    .insertInto('memberships')
    .values({ user_id: member.userId, account_tier: tier })
    .onConflict((row) => row.column('user_id').doUpdateSet({ account_tier: tier }))
    .execute();

const whole = {
  title: '우리 동네',
  selection: { of: 'all' },
  shows: { ratings: true, reviews: true, memos: true },
};

const share = (body: object, member = owner) =>
  on.app.inject({
    method: 'POST',
    url: '/api/list-shares',
    headers: { ...member.headers, 'idempotency-key': randomUUID() },
    payload: { ...whole, ...body },
  });

const shared = async (body: object = {}) => (await share(body)).json<ListShare>();

const change = (shareId: string, changes: object, member = owner) =>
  on.app.inject({
    method: 'PATCH',
    url: `/api/list-shares/${shareId}`,
    headers: member.headers,
    payload: changes,
  });

const revoke = (shareId: string, member = owner) =>
  on.app.inject({ method: 'DELETE', url: `/api/list-shares/${shareId}`, headers: member.headers });

const sharesOf = async (member = owner) =>
  (await on.app.inject({ url: '/api/list-shares', headers: member.headers })).json().shares as ListShare[];

/** Opens a link as a visitor. By default, every request comes from a different address. */
const open = (shareId: string, headers: Record<string, string> = {}, remoteAddress = randomIpAddress()) =>
  on.app.inject({ url: `/api/shared-lists/${shareId}`, headers, remoteAddress });

const take = (member: TestMember, shareId: string, restaurantIds: string[], key: string = randomUUID()) =>
  on.app.inject({
    method: 'POST',
    url: `/api/shared-lists/${shareId}/taken`,
    headers: { ...member.headers, 'idempotency-key': key },
    payload: { restaurantIds },
  });

async function places(count: number, list = ownList): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await placeInCatalogue(on.database, { name: `집 ${n}` });
    expect((await list.addPlace(id)).statusCode).toBe(201);
    ids.push(id);
  }
  return ids;
}

function flipped(id: string, byte: number): string {
  const bytes = Buffer.from(id, 'base64url');
  bytes[byte] = (bytes[byte] ?? 0) ^ 1;
  return bytes.toString('base64url');
}

/** Returns the response for an unknown link. A link that is hidden from visitors must get the same response. */
const unknownAnswer = async () => {
  const { statusCode, body } = await open('no-such-link');
  return { statusCode, problem: { ...JSON.parse(body), instance: undefined } };
};
const asUnknown = (answer: { statusCode: number; body: string }) => ({
  statusCode: answer.statusCode,
  problem: { ...JSON.parse(answer.body), instance: undefined },
});

describe('링크 만들기', () => {
  test('무료 회원은 리스트를 공유할 수 없다', async () => {
    const free = await signUpMember(on.app);
    const answer = await share({}, free);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'sharing.paid_only']);
  });

  test('링크는 추측할 수 없고, 만들 때마다 다르다', async () => {
    const [one, two] = [await shared(), await shared()];
    expect(Buffer.from(one.id, 'base64url')).toHaveLength(24);
    expect(one.id).not.toBe(two.id);
  });

  test('한꺼번에 만들어도 정해진 수를 넘지 않는다', async () => {
    for (let n = 0; n < SHARES_MAXIMUM - 2; n += 1) await shared();
    const answers = await Promise.all(Array.from({ length: 6 }, () => share({})));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    expect(await sharesOf()).toHaveLength(SHARES_MAXIMUM);
  });

  test('틀린 칸은 모두 한 번에 알려 준다', async () => {
    const answer = await share({ title: ' ', selection: { of: 'picked', restaurantIds: [] } });
    expect(answer.statusCode).toBe(400);
    expect(
      answer.json().errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual([
      ['title', 'sharing.title_missing'],
      ['selection.restaurantIds', 'sharing.nothing_picked'],
    ]);
    const past = await share({ expiresAt: Date.now() - 1 });
    expect(past.json().errors).toEqual([
      expect.objectContaining({ path: 'expiresAt', code: 'sharing.expiry_past' }),
    ]);
  });

  test('남의 링크는 모르는 링크와 같다', async () => {
    const stranger = await signUpMember(on.app);
    const { id } = await shared();
    const [theirs, unknown] = [
      await change(id, { isPaused: true }, stranger),
      await change('no-such-link', { isPaused: true }, stranger),
    ];
    expect(asUnknown(theirs)).toEqual(asUnknown(unknown));
    expect((await revoke(id, stranger)).statusCode).toBe(200);
    expect((await open(id)).statusCode).toBe(200);
    expect(await sharesOf(stranger)).toEqual([]);
  });
});

describe('링크 열기', () => {
  test('로그인하지 않아도 보이고, 주인이 고치면 바로 달라진다', async () => {
    const [first, second] = await places(2);
    const { id } = await shared({ note: '비 오는 날 좋은 집들' });
    const answer = await open(id);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    const list = answer.json<SharedList>();
    expect(SharedList.parse(list)).toEqual(list);
    expect(list).toMatchObject({ title: '우리 동네', note: '비 오는 날 좋은 집들', ownerName: '은조' });
    expect(list.places.map((place) => place.id)).toEqual([second, first]);
    for (const place of list.places) expect(Object.keys(place)).toEqual(Object.keys(SharedPlace.shape));

    await ownList.remove(second as string);
    await ownList.change(first as string, { rating: 4.5 });
    expect((await open(id)).json().places).toEqual([expect.objectContaining({ id: first, rating: 4.5 })]);
  });

  test('그대로면 304, 주인이나 링크가 바뀌면 새 것이 간다', async () => {
    const [place] = await places(1);
    const { id } = await shared();
    const etag = (await open(id)).headers.etag as string;
    expect((await open(id, { 'if-none-match': etag })).statusCode).toBe(304);
    await ownList.change(place as string, { review: '국물이 진하다' });
    const changed = await open(id, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    await change(id, { title: '다른 이름' });
    expect((await open(id, { 'if-none-match': changed.headers.etag as string })).json().title).toBe(
      '다른 이름',
    );
  });

  test('주인의 이름, 카테고리의 이름, 가게의 이름이 바뀌어도 새 것이 간다', async () => {
    const restaurantId = await placeInCatalogue(on.database, { name: '옛 이름', categoryId: 'noodles' });
    await ownList.addPlace(restaurantId);
    const { id } = await shared();
    let tag = (await open(id)).headers.etag as string;
    const refetchList = async () => {
      const answer = await open(id, { 'if-none-match': tag });
      expect(answer.statusCode).toBe(200);
      tag = answer.headers.etag as string;
      // A second request with the entity tag gets 304. Therefore unchanged content is not sent twice.
      expect((await open(id, { 'if-none-match': tag })).statusCode).toBe(304);
      return answer.json<SharedList>();
    };

    await on.app.inject({
      method: 'PATCH',
      url: changeNickname.url,
      headers: owner.headers,
      payload: { nickname: '새이름' },
    });
    expect((await refetchList()).ownerName).toBe('새이름');

    const catalogue = catalogueOf(on, await openAdmin(on));
    const before = (await open(id)).json<SharedList>().categories;
    const renamed = before.map(({ id, name }) => ({ id, name: id === 'noodles' ? '국수' : name }));
    expect((await catalogue.putCategories(renamed)).statusCode).toBe(200);
    expect((await refetchList()).categories.find((category) => category.id === 'noodles')?.name).toBe('국수');

    await on.database.transaction().execute(async (transaction) => {
      await sql`update restaurants_public set name = '새 이름' where id = ${restaurantId}`.execute(
        transaction,
      );
      await incrementVersionsOfListsWith(transaction, [restaurantId]);
    });
    expect((await refetchList()).places[0]?.name).toBe('새 이름');
  });

  test('보여 주기로 한 것만 나간다: 나머지는 한 글자도 없다', async () => {
    const placeId = await placeInCatalogue(on.database);
    await ownList.addPlace(placeId, {
      status: '방문 완료',
      rating: 4.5,
      review: 'canary-review',
      customTags: ['canary-tag'],
      sourceKind: 'tv',
      sourceMemo: 'canary-memo',
    });
    await ownList.addByHand({ name: 'canary-by-hand', address: '서울 어딘가 1' });
    const nothing = { ratings: false, reviews: false, memos: false, photos: false };
    const { id } = await shared({ shows: nothing });
    const answer = await open(id);
    expect(answer.body).not.toMatch(/canary|4\.5/);
    for (const secret of [owner.email, owner.userId]) {
      expect(answer.body + JSON.stringify(answer.headers)).not.toContain(secret);
    }
    // The same texts are in the answer if their fields are visible. Therefore the check for hidden texts would have
    // found them.
    for (const [field, words] of [
      ['ratings', '4.5'],
      ['reviews', 'canary-review'],
      ['memos', 'canary-memo'],
      ['memos', 'canary-tag'],
    ] as const) {
      await change(id, { shows: { ...nothing, [field]: true } });
      expect((await open(id)).body).toContain(words);
    }
    await change(id, { shows: { ratings: true, reviews: true, memos: true } });
    expect((await open(id)).body).not.toContain('canary-by-hand');
  });

  test('사진은 보여 주기로 한 링크로 첫 장만, 링크가 열려 있는 동안만 보인다', async () => {
    const [placeId] = await places(1);
    const newPhoto = async () =>
      (await upload(on.app, { ...owner, bytes: await phoneJpeg(), purpose: 'review' })).json<{ id: string }>()
        .id;
    const [first, second] = [await newPhoto(), await newPhoto()];
    await ownList.change(placeId as string, { userPhotoFilenames: [first, second] });
    const { id } = await shared();
    const statusOf = async (photoId: string, share?: string) =>
      (await on.app.inject({ url: photoUrl({ photoId, size: 'small', share }) })).statusCode;

    const without = await open(id);
    expect(without.json<SharedList>().places[0]?.photoId).toBeNull();
    expect(await statusOf(first, id)).toBe(404);

    await change(id, { shows: { ...whole.shows, photos: true } });
    const shown = await open(id, { 'if-none-match': without.headers.etag as string });
    expect(shown.json<SharedList>().places[0]?.photoId).toBe(first);
    expect(await statusOf(first, id)).toBe(200);
    expect([await statusOf(second, id), await statusOf(first), await statusOf(first, 'unknown')]).toEqual([
      404, 404, 404,
    ]);

    await ownList.change(placeId as string, { userPhotoFilenames: [second] });
    const replaced = await open(id, { 'if-none-match': shown.headers.etag as string });
    expect(replaced.json<SharedList>().places[0]?.photoId).toBe(second);
    expect([await statusOf(first, id), await statusOf(second, id)]).toEqual([404, 200]);

    await change(id, { isPaused: true });
    expect(await statusOf(second, id)).toBe(404);
    await change(id, { isPaused: false });
    expect(await statusOf(second, id)).toBe(200);
    await revoke(id);
    expect(await statusOf(second, id)).toBe(404);
  });

  test('방문한 곳만, 고른 종류만, 고른 태그만, 손으로 고른 곳만 보여 줄 수 있다', async () => {
    const [korean, noodle, visited] = [
      await placeInCatalogue(on.database, { categoryId: 'korean' }),
      await placeInCatalogue(on.database, { categoryId: 'noodles' }),
      await placeInCatalogue(on.database, { categoryId: 'noodles' }),
    ];
    await ownList.addPlace(korean, { customTags: ['부모님'] });
    await ownList.addPlace(noodle, { customTags: ['혼자'] });
    await ownList.addPlace(visited, { status: '방문 완료', customTags: ['부모님'] });
    const { id } = await shared();
    const shown = async (selection: object) => {
      expect((await change(id, { selection })).statusCode).toBe(200);
      return (await open(id)).json<SharedList>().places.map((place) => place.id);
    };
    const filter = { of: 'filtered', status: null, categoryIds: [], tags: [] };
    expect(await shown({ ...filter, status: '방문 완료' })).toEqual([visited]);
    expect(await shown({ ...filter, categoryIds: ['noodles'] })).toEqual([visited, noodle]);
    expect(await shown({ ...filter, tags: ['부모님'.normalize('NFD')], status: '방문 예정' })).toEqual([
      korean,
    ]);
    expect(await shown({ of: 'picked', restaurantIds: [noodle, 'not-mine'] })).toEqual([noodle]);
  });

  test('멈춘 링크와 주인의 기간이 끝난 링크는 멈췄다고 하고, 되돌리면 다시 열린다', async () => {
    const { id } = await shared();
    expect((await change(id, { isPaused: true })).json().state).toBe('paused');
    const paused = await open(id);
    expect([paused.statusCode, paused.json().code]).toEqual([403, 'sharing.paused']);
    await change(id, { isPaused: false });
    expect((await open(id)).statusCode).toBe(200);

    await setTier(owner, 'free');
    expect(asUnknown(await open(id))).toEqual(asUnknown(paused));
    expect((await sharesOf())[0]?.state).toBe('membership_over');
    await setTier(owner, 'paid');
    expect((await open(id)).statusCode).toBe(200);
  });

  test('유료 기간이 끝나는 순간 멈추고, 다시 결제하면 같은 링크로 열린다', async () => {
    const { id } = await shared();
    const paidUntil = (moment: number) =>
      on.database
        .updateTable('memberships')
        .set({ account_tier: 'paid', paid_tier_expires_at: new Date(moment) })
        .where('user_id', '=', owner.userId)
        .execute();
    await paidUntil(Date.now() + 600);
    expect((await open(id)).statusCode).toBe(200);
    // The link expires only because time passes: no write happens in between. It expires for the data, the page and the
    // image.
    await expect.poll(async () => (await open(id)).json().code, { timeout: 10_000 }).toBe('sharing.paused');
    expect((await on.app.inject({ url: `/shared/${id}/card.png` })).statusCode).toBe(403);
    // A request of the owner changes the stored tier. The response to visitors stays the same.
    expect((await sharesOf())[0]?.state).toBe('membership_over');
    expect((await open(id)).json().code).toBe('sharing.paused');
    await paidUntil(Date.now() + 365 * 24 * 60 * 60 * 1000);
    expect((await open(id)).statusCode).toBe(200);
    expect((await sharesOf())[0]?.state).toBe('open');
  });

  test('닉네임이 없어도 이메일의 한 글자도 나가지 않는다', async () => {
    const nameless = await signUpMember(on.app, { email: `canary-local-${randomUUID()}@example.com` });
    await setTier(nameless, 'paid');
    await on.database.updateTable('users').set({ name: ' ' }).where('id', '=', nameless.userId).execute();
    const { id } = (await share({}, nameless)).json<ListShare>();
    const answers = [await open(id), await on.app.inject({ url: `/shared/${id}` })];
    for (const { body, headers } of answers) expect(body + JSON.stringify(headers)).not.toMatch(/canary/);
    expect(answers[0]?.json().ownerName).toBeNull();
    const own = await on.app.inject({ url: '/api/list-shares', headers: nameless.headers });
    expect(own.json().ownerName).toBeNull();
    // The screen of the owner does show the local part of the e-mail address. Therefore the check for visitors would
    // have found it.
    expect((await on.app.inject({ url: '/api/me', headers: nameless.headers })).body).toContain(
      'canary-local',
    );
  });

  test('영업시간을 아는 곳은 영업시간도 함께 보낸다', async () => {
    const [known, unknown] = (await places(2)) as [string, string];
    await on.database
      .updateTable('restaurants_public')
      .set({
        detailed_opening_hours: ['월', '화', '수', '목', '금', '토', '일'].map(
          (day) => `${day}요일: 11:00~14:00`,
        ),
      })
      .where('id', '=', known)
      .execute();
    const { id } = await shared();
    const spans = new Map(
      (await open(id)).json<SharedList>().places.map((place) => [place.id, place.openingSpans]),
    );
    expect(spans.get(known)).toContainEqual([11 * 60, 3 * 60]);
    expect(spans.get(known)).toHaveLength(7);
    expect(spans.get(unknown)).toBeNull();
  });

  test('없앤 링크, 끝난 링크, 떠난 사람의 링크는 모르는 링크와 똑같다', async () => {
    const unknown = await unknownAnswer();
    expect(unknown).toMatchObject({ statusCode: 404, problem: { code: 'sharing.not_found' } });

    const revoked = await shared();
    expect((await revoke(revoked.id)).json()).toEqual({ revoked: true });
    expect(asUnknown(await open(revoked.id))).toEqual(unknown);

    const expired = await shared({ expiresAt: Date.now() + 60_000 });
    await on.database
      .updateTable('list_shares')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', expired.id)
      .execute();
    expect(asUnknown(await open(expired.id))).toEqual(unknown);
    expect((await sharesOf()).find(({ id }) => id === expired.id)?.state).toBe('expired');

    const kept = await shared();
    await on.database.deleteFrom('users').where('id', '=', owner.userId).execute();
    expect(asUnknown(await open(kept.id))).toEqual(unknown);
  });

  test('모르는 링크를 연달아 열어 보는 사람은 제한되고, 아는 링크는 그대로 열린다', async () => {
    const guesser = randomIpAddress();
    const { id } = await shared();
    const answers = [];
    for (let n = 0; n < 30; n += 1) answers.push(await open(`guess-${n}`, {}, guesser));
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(20);
    expect(answers.at(-1)?.json().code).toBe('request.too_many');
    expect((await open(id, {}, guesser)).statusCode).toBe(200);
  });

  test('만들어 낸 아이디 수천 개는 아무것도 찾지 못하고, 답은 모두 같다', async () => {
    const { id } = await shared();
    const botnet = Array.from({ length: 100 }, randomIpAddress);
    const guesses = [
      // These guesses differ from the real id in one character and have the same format.
      ...Array.from({ length: 24 }, (_, at) => flipped(id, at)),
      ...Array.from({ length: 2_000 }, () => randomBytes(24).toString('base64url')),
      id.slice(0, -1),
      `${id}A`,
      id.toLowerCase(),
      '%00',
      "' or true --",
      '..%2f',
      '_'.repeat(64),
    ].filter((guess) => guess !== id);
    const bodies = new Set<string>();
    for (const [at, guess] of guesses.entries()) {
      const answer = await open(encodeURIComponent(guess), {}, botnet[at % botnet.length]);
      bodies.add(JSON.stringify([answer.statusCode, { ...answer.json(), instance: '', params: '' }]));
      expect(answer.body).not.toContain('우리 동네');
    }
    // Only two responses occur: the link is unknown, or there were too many requests.
    expect(new Set([...bodies].map((body) => JSON.parse(body)[1].code))).toEqual(
      new Set(['request.too_many', 'sharing.not_found']),
    );
    expect(bodies.size).toBe(2);
    expect((await open(id)).statusCode).toBe(200);
  });

  test('몇 번 열렸는지만 남는다', async () => {
    const { id } = await shared();
    const opened = () =>
      on.app.inject({
        method: 'POST',
        url: `/api/shared-lists/${id}/opens`,
        headers: { origin: owner.headers.origin },
      });
    for (let n = 0; n < 3; n += 1) expect((await opened()).statusCode).toBe(202);
    await expect.poll(async () => (await sharesOf())[0]?.opens, { timeout: 20_000 }).toBe(3);
  });
});

describe('공유 리스트에서 가져오기', () => {
  let friend: TestMember;
  let friendList: ReturnType<typeof listOf>;
  beforeEach(async () => {
    friend = await signUpMember(on.app);
    friendList = listOf(on.app, friend);
  });

  test('방문 예정으로 오고, 어느 링크에서 왔는지 남고, 무료 자리를 쓰지 않는다', async () => {
    const [place] = await places(1);
    await ownList.change(place as string, { status: '방문 완료', rating: 5, review: '주인의 말' });
    const { id } = await shared();
    const answer = await take(friend, id, [place as string]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json<TakeOverResultOfShare>()).toMatchObject({
      added: [{ id: place, status: '방문 예정', rating: null, review: '', sharedListId: id }],
      alreadySaved: [],
      notShared: [],
    });
    const { version, restaurants } = await friendList.now();
    expect(restaurants).toEqual(answer.json().added);
    expect(version).toBe(answer.json().listVersion);
    await places(FREE_RESTAURANT_LIMIT, friendList);
  });

  test('이미 있는 곳과 그새 빠진 곳은 건너뛰고 알려 준다', async () => {
    const [mine, fresh, removed] = await places(3);
    await friendList.addPlace(mine as string);
    const { id } = await shared();
    await ownList.remove(removed as string);
    const answer = await take(friend, id, [mine as string, fresh as string, removed as string]);
    expect(answer.json()).toMatchObject({
      added: [{ id: fresh }],
      alreadySaved: [mine],
      notShared: [removed],
    });
    const again = await take(friend, id, [fresh as string]);
    expect(again.json()).toMatchObject({ added: [], alreadySaved: [fresh] });
  });

  test('여럿을 한 번에 가져오면 열 곳을 넘을 수 없다', async () => {
    const [one, two, three] = (await places(3)) as [string, string, string];
    const { id } = await shared();
    await places(8, friendList);
    const refused = await take(friend, id, [one, two, three]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'sharing.bulk_limit_reached',
      params: { limit: FREE_RESTAURANT_LIMIT, adding: 3 },
    });
    expect((await friendList.now()).restaurants).toHaveLength(8);
    expect((await take(friend, id, [one, two])).json().added).toHaveLength(2);
    // A single place can always be taken over, because it does not count towards the limit.
    expect((await take(friend, id, [three])).statusCode).toBe(201);
    await setTier(friend, 'paid');
    expect((await take(friend, id, [one, two, three])).json().alreadySaved).toHaveLength(3);
  });

  test('내 것으로 바꾸면 그때부터 세고, 자리가 없으면 바꿀 수 없다', async () => {
    const [one, two] = (await places(2)) as [string, string];
    const { id } = await shared();
    await take(friend, id, [one, two]);
    await places(9, friendList);
    const convert = (placeId: string) =>
      on.app.inject({
        method: 'POST',
        url: `/api/my-restaurants/${placeId}/convert`,
        headers: friend.headers,
      });
    const answers = await Promise.all([convert(one), convert(two)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]));
    const converted = answers.find(({ statusCode }) => statusCode === 200);
    expect(written(converted as { json: () => unknown }).restaurant?.sharedListId).toBeNull();
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe(
      'restaurants.limit_reached',
    );
    const { restaurants } = await friendList.now();
    expect(restaurants.filter(({ sharedListId }) => sharedListId === null)).toHaveLength(10);
    expect((await convert('not-on-my-list')).statusCode).toBe(404);
  });

  test('내 것으로 바꾼 것을 되돌리면 공유에서 온 곳이 되고, 자리가 다시 난다', async () => {
    const [taken, extra] = (await places(2)) as [string, string];
    const { id } = await shared();
    await take(friend, id, [taken]);
    await places(9, friendList);
    const post = (act: string, placeId = taken, member = friend) =>
      on.app.inject({
        method: 'POST',
        url: `/api/my-restaurants/${placeId}/${act}`,
        headers: member.headers,
      });
    expect((await post('convert')).statusCode).toBe(200);
    expect((await friendList.addPlace(extra)).statusCode).toBe(409);
    const version = (await friendList.now()).version;
    const undone = await post('convert/undo');
    expect(written(undone).restaurant?.sharedListId).toBe(id);
    expect(written(undone).listVersion).toBeGreaterThan(version);
    expect(written(await post('convert/undo')).restaurant?.sharedListId).toBe(id);
    expect((await friendList.addPlace(extra)).statusCode).toBe(201);
    expect((await post('convert')).statusCode).toBe(409);
    // A place that was not taken over cannot become a taken-over place. The request writes nothing.
    const before = await friendList.now();
    expect(written(await post('convert/undo', extra)).restaurant?.sharedListId).toBeNull();
    expect(await friendList.now()).toEqual(before);
    // The place of another member is treated as unknown.
    expect((await post('convert/undo', taken, await signUpMember(on.app))).statusCode).toBe(404);
  });

  test('누구의 어느 리스트에서 왔는지는 그 링크가 열려 있는 동안만 보인다', async () => {
    const [place] = (await places(1)) as [string];
    const { id } = await shared({ title: '비 오는 날' });
    await take(friend, id, [place]);
    const takenFrom = async (member = friend) =>
      (
        await on.app.inject({ url: `/api/my-restaurants/${place}/taken-from`, headers: member.headers })
      ).json().takenFrom;
    expect(await takenFrom()).toEqual({ id, title: '비 오는 날', ownerName: '은조' });
    expect(await takenFrom(owner)).toBeNull();
    expect(await takenFrom(await signUpMember(on.app))).toBeNull();
    await change(id, { isPaused: true });
    expect(await takenFrom()).toBeNull();
    await change(id, { isPaused: false });
    expect(await takenFrom()).not.toBeNull();
    await revoke(id);
    expect(await takenFrom()).toBeNull();
    expect((await friendList.now()).restaurants).toHaveLength(1);
  });

  test('같은 멱등성 키로 다시 보내면 처음의 답이 온다', async () => {
    const [place] = (await places(1)) as [string];
    const { id } = await shared();
    const key = randomUUID();
    const [first, again] = [await take(friend, id, [place], key), await take(friend, id, [place], key)];
    expect(again.body).toBe(first.body);
    expect(again.json().added).toHaveLength(1);
  });

  test('멈춘 링크에서는 가져올 수 없지만, 그 전에 가져온 요청을 다시 보내면 첫 응답을 받는다', async () => {
    const [place] = (await places(1)) as [string];
    const { id } = await shared();
    const key = randomUUID();
    const first = await take(friend, id, [place], key);
    await change(id, { isPaused: true });
    expect((await take(friend, id, [place])).json().code).toBe('sharing.paused');
    const again = await take(friend, id, [place], key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
  });
});
