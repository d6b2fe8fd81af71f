import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makePaid,
  type Person,
  signUpPerson,
} from '#features/collections/server/collections.test-factory.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { phoneJpeg, upload } from '#features/photos/server/photos.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import {
  type NewVote,
  Vote,
  type VoteAnswer,
  VOTERS_MAXIMUM,
  VOTES_MAXIMUM,
} from '#features/collections/votes.contract.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({
    settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000, TRUSTED_PROXY: 'loopback' },
  });
});
afterAll(() => on.close());

let owner: Person;
let editor: Person;
let reader: Person;
let stranger: Person;
let places: string[];
let id: string;

beforeEach(async () => {
  [owner, editor, reader, stranger] = await Promise.all([
    signUpPerson(on, '은조'),
    signUpPerson(on, '도윤'),
    signUpPerson(on, '하린'),
    signUpPerson(on, '남남'),
  ]);
  await makePaid(on, owner);
  places = [
    await placeInCatalogue(on.database, { name: '골목 국수' }),
    await placeInCatalogue(on.database, { name: '온달 갈비' }),
    await placeInCatalogue(on.database, { name: '새벽 횟집' }),
  ];
  ({ id } = await owner.made({ name: '우리 동네', note: '모음의 메모', restaurantIds: places }));
  await owner.changePlace(id, places[0] as string, { note: '비밀 한 줄' });
  for (const [who, role] of [
    [editor, 'editor'],
    [reader, 'reader'],
  ] as const) {
    const { invite } = (await owner.putInvite(id, role)).json();
    await who.join(invite.id);
  }
});

const begin = (who: Person, wanted: Partial<NewVote> = {}, collectionId = id) =>
  who.request('POST', `/api/collections/${collectionId}/votes`, {
    payload: {
      title: '토요일 저녁',
      meetsOn: '2099-11-28',
      meetsAt: '18:30',
      restaurantIds: places,
      ...wanted,
    },
    headers: { 'idempotency-key': randomUUID() },
  });
const begun = async (who: Person = owner, wanted: Partial<NewVote> = {}) =>
  (await begin(who, wanted)).json<Vote>();
let addresses = 0;
const asVisitor = (method: 'GET' | 'PUT', url: string, payload?: object, headers: object = {}) =>
  on.app.inject({
    method,
    url,
    headers: {
      origin: OWN_ORIGIN,
      'x-forwarded-for': `10.1.${(addresses += 1) >> 8}.${addresses & 255}`,
      ...headers,
    },
    ...(payload && { payload }),
  });
const open = (voteId: string) => asVisitor('GET', `/api/votes/${voteId}`);
const key = () => randomUUID();
const answer = (
  voteId: string,
  {
    name = '손님',
    by = key(),
    with: answers = ['want', 'fine', 'later'],
    of = places,
    dates = [],
    headers = {},
  }: {
    name?: string;
    by?: string;
    with?: VoteAnswer[];
    of?: string[];
    dates?: Vote['voters'][number]['dates'];
    headers?: object;
  } = {},
) =>
  asVisitor(
    'PUT',
    `/api/votes/${voteId}/answers`,
    {
      key: by,
      name,
      answers: of.map((restaurantId, nth) => ({ restaurantId, answer: answers[nth] })),
      ...(dates.length > 0 && { dates }),
    },
    headers,
  );
const codeOf = (answered: { statusCode: number; json: () => { code: string } }) => [
  answered.statusCode,
  answered.json().code,
];

test('계정이 없는 사람이 이름만으로 답하고, 같은 기기에서 답을 바꾼다', async () => {
  const vote = await begun(editor);
  expect(vote.id.length).toBeGreaterThanOrEqual(32);
  const device = key();
  const first = await answer(vote.id, { name: '지우', by: device });
  expect(first.statusCode).toBe(200);
  const { voterId } = first.json<{ voterId: string }>();
  const again = await answer(vote.id, { name: '지우야', by: device, with: ['later', 'want', 'want'] });
  expect(again.json().voterId).toBe(voterId);
  const { voters } = (await open(vote.id)).json<Vote>();
  expect(voters).toEqual([
    {
      id: voterId,
      name: '지우야',
      answers: expect.arrayContaining([
        { restaurantId: places[0], answer: 'later' },
        { restaurantId: places[1], answer: 'want' },
        { restaurantId: places[2], answer: 'want' },
      ]),
      dates: [],
    },
  ]);
});

test('링크로 보이는 것은 후보의 공개 정보와 답뿐이고, 기기의 키는 누구에게도 나가지 않는다', async () => {
  const vote = await begun();
  const device = key();
  await answer(vote.id, { by: device });
  const answered = await open(vote.id);
  expect(Vote.strict().safeParse(answered.json()).error).toBeUndefined();
  for (const secret of ['비밀 한 줄', '모음의 메모', device, owner.userId, owner.email, id])
    expect(answered.body).not.toContain(secret);
  expect(answered.json<Vote>().membership).toBeNull();
  expect(answered.headers['x-robots-tag']).toBe('noindex');
  expect(Object.keys(answered.json<Vote>().places[0] ?? {}).sort()).toEqual([
    'address',
    'categoryId',
    'hasClosed',
    'id',
    'name',
    'neighbourhood',
    'photoId',
  ]);
});

test.each([
  ['주인', () => owner, 201, { close: 200, remove: 200 }],
  ['편집자', () => editor, 201, { close: 403, remove: 403 }],
  ['보기만 하는 사람', () => reader, 403, { close: 403, remove: 403 }],
  ['모음 밖의 사람', () => stranger, 404, { close: 403, remove: 403 }],
] as const)('%s: 만들기와 남이 만든 투표의 끝내기, 삭제', async (_, who, creating, of) => {
  expect((await begin(who())).statusCode).toBe(creating);
  const { id: voteId } = await begun(who() === owner ? editor : owner);
  expect((await who().request('POST', `/api/votes/${voteId}/close`)).statusCode).toBe(of.close);
  expect((await who().request('DELETE', `/api/votes/${voteId}`)).statusCode).toBe(of.remove);
  expect((await who().request('GET', `/api/collections/${id}/votes`)).statusCode).toBe(
    who() === stranger ? 404 : 200,
  );
});

test('편집자는 자기가 만든 투표를 끝내고, 나간 뒤에는 할 수 없다', async () => {
  const vote = await begun(editor);
  const [, { key: memberKey }] = (await owner.read(id)).json().people;
  await owner.removeMember(id, memberKey);
  expect(codeOf(await editor.request('POST', `/api/votes/${vote.id}/close`))).toEqual([
    403,
    'votes.not_allowed',
  ]);
  expect((await owner.request('POST', `/api/votes/${vote.id}/close`)).json().isOpen).toBe(false);
});

test('만든 사람이 한 곳으로 정하면 투표가 끝나고, 순위와 다르더라도 그곳이 결과가 된다', async () => {
  const vote = await begun(editor);
  await answer(vote.id);
  const decide = (who: Person, restaurantId: string) =>
    who.request('PUT', `/api/votes/${vote.id}/decision`, { payload: { restaurantId } });
  const [, , last] = vote.places;
  expect(codeOf(await decide(reader, last!.id))).toEqual([403, 'votes.not_allowed']);
  expect(codeOf(await decide(owner, 'unknown'))).toEqual([404, 'votes.place_not_found']);
  expect((await open(vote.id)).json()).toMatchObject({ decidedId: null, isOpen: true, hostName: '도윤' });

  expect((await decide(editor, last!.id)).json()).toMatchObject({ decidedId: last!.id, isOpen: false });
  expect((await decide(owner, vote.places[1]!.id)).statusCode).toBe(200);
  expect((await decide(owner, last!.id)).statusCode).toBe(200);
  expect(codeOf(await answer(vote.id))).toEqual([409, 'votes.closed']);
  expect((await owner.request('GET', `/api/collections/${id}/votes`)).json().votes[0].first).toEqual({
    id: last!.id,
    name: last!.name,
  });
  const calendar = await on.app.inject({ url: `/api/votes/${vote.id}/date.ics` });
  expect(calendar.body).toContain(`LOCATION:${last!.name}`);
});

test('끝난 투표에는 답할 수 없고 결과는 보인다: 직접 끝냈을 때와 날짜가 지났을 때', async () => {
  const [closed, expired] = [await begun(), await begun()];
  await answer(closed.id);
  await owner.request('POST', `/api/votes/${closed.id}/close`);
  await sql`update votes set closes_at = now() where id = ${expired.id}`.execute(on.database);
  for (const { id: voteId } of [closed, expired]) {
    expect(codeOf(await answer(voteId))).toEqual([409, 'votes.closed']);
    expect((await open(voteId)).json().isOpen).toBe(false);
  }
  expect((await open(closed.id)).json<Vote>().voters).toHaveLength(1);
  expect(new Date(closed.closesAt).toISOString()).toBe('2099-11-28T14:59:59.999Z');
});

test('사진은 만든 사람이 고른 투표에서만, 후보마다 첫 장만, 투표와 모음에 있는 동안만 보인다', async () => {
  const newPhoto = async () =>
    (await upload(on.app, { ...editor, bytes: await phoneJpeg(), purpose: 'review' })).json<{ id: string }>()
      .id;
  const [first, second] = [await newPhoto(), await newPhoto()];
  const [place = ''] = places;
  await listOf(on.app, editor).addPlace(place, { userPhotoFilenames: [first, second] });
  const statusOf = async (photoId: string, share?: string) =>
    (await on.app.inject({ url: photoUrl({ photoId, size: 'small', share }) })).statusCode;
  const photosOf = async (voteId: string) =>
    (await open(voteId)).json<Vote>().places.map(({ photoId }) => photoId);

  const hidden = await begun(editor);
  expect(await photosOf(hidden.id)).toEqual([null, null, null]);
  expect(await statusOf(first, hidden.id)).toBe(404);

  // The owner's vote shows no photos of other members.
  const others = await begun(owner, { showsPhotos: true });
  expect(await photosOf(others.id)).toEqual([null, null, null]);

  const vote = await begun(editor, { showsPhotos: true });
  expect(await photosOf(vote.id)).toEqual([first, null, null]);
  expect([
    await statusOf(first, vote.id),
    await statusOf(second, vote.id),
    await statusOf(first),
    await statusOf(first, others.id),
  ]).toEqual([200, 404, 404, 404]);

  const { etag } = (await open(vote.id)).headers;
  await listOf(on.app, editor).change(place, { userPhotoFilenames: [second] });
  const changed = await asVisitor('GET', `/api/votes/${vote.id}`, undefined, { 'if-none-match': etag });
  expect(changed.json<Vote>().places[0]?.photoId).toBe(second);
  expect([await statusOf(first, vote.id), await statusOf(second, vote.id)]).toEqual([404, 200]);

  const [, { key: memberKey }] = (await owner.read(id)).json().people;
  await owner.removeMember(id, memberKey);
  expect(await photosOf(vote.id)).toEqual([null, null, null]);
  expect(await statusOf(second, vote.id)).toBe(404);
});

test('후보는 모음에 있고 모두에게 보이는 곳이다', async () => {
  const elsewhere = await placeInCatalogue(on.database);
  const [first] = places as [string];
  for (const restaurantIds of [
    [first, elsewhere],
    [first, 'no-such-place'],
  ])
    expect(codeOf(await begin(owner, { restaurantIds }))).toEqual([404, 'collections.place_not_found']);
  const byHand = await listOf(on.app, owner).addByHand({ name: '비밀 식당', address: '서울 어딘가 1' });
  const secret = byHand.json().restaurant.id as string;
  expect((await owner.add(id, [secret])).statusCode).toBe(200);
  expect(codeOf(await begin(owner, { restaurantIds: [first, secret] }))).toEqual([
    404,
    'collections.place_not_found',
  ]);
  for (const restaurantIds of [[first], [first, first]])
    expect((await begin(owner, { restaurantIds })).statusCode).toBe(400);
});

test.each(['0000-01-01', '1899-12-31', ''])('날짜가 아니면 날짜를 고르라고 한다: %j', async (meetsOn) => {
  const refused = await begin(owner, { meetsOn });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toEqual([{ path: 'meetsOn', code: 'votes.date_missing' }]);
});

test('오늘까지는 고를 수 있고, 지난 날짜로는 투표를 만들 수 없다', async () => {
  const korean = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date(at));
  const refused = await begin(owner, { meetsOn: korean(Date.now() - 24 * 3_600_000) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toEqual([{ path: 'meetsOn', code: 'votes.date_past' }]);
  expect((await begun(owner, { meetsOn: korean(Date.now()) })).isOpen).toBe(true);
});

test('지운 투표를 다시 지워도 되고, 없는 투표를 추측하면 막는다', async () => {
  const { id: voteId } = await begun();
  const remove = (which: string) => owner.request('DELETE', `/api/votes/${which}`);
  for (let nth = 0; nth < 2; nth += 1) {
    const answered = await remove(voteId);
    expect([answered.statusCode, answered.json()]).toEqual([200, { deleted: true }]);
  }
  const guesses = [];
  for (let nth = 0; nth < 25; nth += 1) guesses.push((await remove(`no-such-${nth}`)).statusCode);
  expect(guesses.at(-1)).toBe(429);
});

test('답은 후보마다 하나씩이다', async () => {
  const vote = await begun();
  const [first, second] = places as [string, string];
  for (const of of [
    [first, second],
    [first, first, second],
    [...places.slice(0, 2), 'no-such-place'],
  ])
    expect(codeOf(await answer(vote.id, { of }))).toEqual([404, 'votes.place_not_found']);
  expect((await answer(vote.id, { name: '  ' })).statusCode).toBe(400);
  expect((await answer(vote.id, { by: 'short' })).statusCode).toBe(400);
});

describe('여러 날짜', () => {
  const otherDates = [
    { meetsOn: '2099-12-05', meetsAt: '12:00' },
    { meetsOn: '2099-11-29', meetsAt: null },
  ];
  const canCome = ({ dates }: Vote, can: boolean[]) =>
    dates.map(({ id: dateId }, nth) => ({ dateId, canCome: can[nth] ?? false }));

  test('날짜마다 갈 수 있는지 답하고, 가장 많이 갈 수 있는 날이 결과가 된다', async () => {
    const vote = await begun(owner, { otherDates });
    expect(vote.dates.map(({ meetsOn, meetsAt }) => [meetsOn, meetsAt])).toEqual([
      ['2099-11-28', '18:30'],
      ['2099-11-29', null],
      ['2099-12-05', '12:00'],
    ]);
    expect(vote.meetsOn).toBe('2099-11-28');
    expect(new Date(vote.closesAt).toISOString()).toBe('2099-12-05T14:59:59.999Z');
    const device = key();
    await answer(vote.id, { by: device, dates: canCome(vote, [false, false, true]) });
    expect((await open(vote.id)).json()).toMatchObject({ meetsOn: '2099-12-05', meetsAt: '12:00' });
    await answer(vote.id, { name: '지우', dates: canCome(vote, [true, true, false]) });
    await answer(vote.id, { by: device, dates: canCome(vote, [false, true, true]) });
    const { voters, meetsOn } = (await open(vote.id)).json<Vote>();
    expect(meetsOn).toBe('2099-11-29');
    expect(voters[0]?.dates).toEqual(expect.arrayContaining(canCome(vote, [false, true, true])));
    expect(voters[0]?.dates).toHaveLength(3);
    const { votes } = (await reader.request('GET', `/api/collections/${id}/votes`)).json();
    expect(votes[0]).toMatchObject({ meetsOn: '2099-11-29', meetsAt: null, dates: vote.dates });
  });

  test('정한 곳과 날짜가 결과이고, 다른 날짜로 다시 정할 수 있다', async () => {
    const vote = await begun(owner, { otherDates });
    await answer(vote.id, { dates: canCome(vote, [true, false, false]) });
    const decide = (dateId?: string) =>
      owner.request('PUT', `/api/votes/${vote.id}/decision`, {
        payload: { restaurantId: places[2], dateId },
      });
    const [first, second, last] = vote.dates;
    expect(codeOf(await decide(randomUUID()))).toEqual([404, 'votes.date_not_found']);
    expect((await open(vote.id)).json().isOpen).toBe(true);
    const decided = (await decide(last!.id)).json<Vote>();
    expect(decided).toMatchObject({ decidedId: places[2], meetsOn: '2099-12-05', isOpen: false });
    expect(decided.version).toBeGreaterThan(vote.version);
    const calendar = await asVisitor('GET', `/api/votes/${vote.id}/date.ics`);
    expect(calendar.body).toContain('DTSTART:20991205T030000Z');
    expect((await decide(second!.id)).json()).toMatchObject({ meetsOn: '2099-11-29', meetsAt: null });
    expect((await decide()).json().meetsOn).toBe('2099-11-29');
    expect((await decide(first!.id)).json().meetsAt).toBe('18:30');
  });

  test('날짜에는 모두 답하거나, 이전 버전의 앱처럼 하나도 답하지 않는다', async () => {
    const vote = await begun(owner, { otherDates });
    const device = key();
    for (const dates of [
      canCome(vote, [true]).slice(0, 2),
      [...canCome(vote, [true]).slice(0, 2), { dateId: randomUUID(), canCome: true }],
    ])
      expect(codeOf(await answer(vote.id, { dates }))).toEqual([404, 'votes.date_not_found']);
    expect((await answer(vote.id, { by: device, dates: canCome(vote, [true]) })).statusCode).toBe(200);
    expect((await answer(vote.id, { by: device })).statusCode).toBe(200);
    expect((await open(vote.id)).json<Vote>().voters[0]?.dates).toHaveLength(3);
    const single = await begun();
    expect(single.dates).toEqual([]);
    expect(codeOf(await answer(single.id, { dates: canCome(vote, [true]) }))).toEqual([
      404,
      'votes.date_not_found',
    ]);
  });

  test('다섯 개까지 고르고, 잘못된 날짜를 모두 알려 준다', async () => {
    const days = ['2099-01-01', '2099-01-02', '2099-01-03', '2099-01-04', '2099-01-05'];
    const wanted = days.map((meetsOn) => ({ meetsOn, meetsAt: null }));
    expect((await begin(owner, { otherDates: wanted.slice(1) })).statusCode).toBe(201);
    expect((await begin(owner, { otherDates: wanted })).statusCode).toBe(400);
    const refused = await begin(owner, {
      meetsOn: '2000-01-01',
      otherDates: [wanted[0]!, { meetsOn: '2000-01-02', meetsAt: null }, wanted[0]!],
    });
    expect(refused.json().errors).toEqual([
      { path: 'meetsOn', code: 'votes.date_past' },
      { path: 'otherDates.1.meetsOn', code: 'votes.date_past' },
      { path: 'otherDates.2.meetsOn', code: 'votes.date_twice' },
    ]);
  });
});

test('한꺼번에 답해도 사람 수의 한도를 넘지 않고, 답한 사람은 계속 바꿀 수 있다', async () => {
  const vote = await begun();
  const devices = Array.from({ length: VOTERS_MAXIMUM + 5 }, key);
  const answered = await Promise.all(devices.map((by) => answer(vote.id, { by })));
  const accepted = devices.filter((_, nth) => answered[nth]?.statusCode === 200);
  expect(accepted).toHaveLength(VOTERS_MAXIMUM);
  expect(answered.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
  expect((await open(vote.id)).json<Vote>().voters).toHaveLength(VOTERS_MAXIMUM);
  expect((await answer(vote.id, { by: accepted[0] as string })).statusCode).toBe(200);
});

test('모음마다 투표의 수에 한도가 있다', async () => {
  const answered = await Promise.all(Array.from({ length: VOTES_MAXIMUM + 3 }, () => begin(editor)));
  expect(answered.filter(({ statusCode }) => statusCode === 201)).toHaveLength(VOTES_MAXIMUM);
  expect(codeOf(await begin(owner))).toEqual([409, 'votes.too_many']);
});

test('주소를 추측하거나 한 곳에서 너무 많이 답하면 막는다', async () => {
  const from = { 'x-forwarded-for': '10.9.9.1' };
  const guesses = [];
  for (let nth = 0; nth < 25; nth += 1)
    guesses.push((await asVisitor('GET', `/api/votes/no-such-${nth}`, undefined, from)).statusCode);
  expect(guesses.slice(0, 20)).toEqual(Array(20).fill(404));
  expect(guesses.at(-1)).toBe(429);
  const vote = await begun();
  const many = [];
  for (let nth = 0; nth < 32; nth += 1)
    many.push((await answer(vote.id, { headers: { 'x-forwarded-for': '10.9.9.2' } })).statusCode);
  expect(many.slice(0, 30)).toEqual(Array(30).fill(200));
  expect(many.at(-1)).toBe(429);
});

test('모음을 삭제하면 투표를 열 수 없고, 탈퇴하면 만든 투표와 답이 지워진다', async () => {
  const [byOwner, byEditor] = [await begun(owner), await begun(editor)];
  await answer(byEditor.id);
  await on.database.deleteFrom('users').where('id', '=', editor.userId).execute();
  expect(codeOf(await open(byEditor.id))).toEqual([404, 'votes.not_found']);
  const { rows } = await sql`select 1 from vote_voters where vote_id = ${byEditor.id}`.execute(on.database);
  expect(rows).toEqual([]);
  await owner.remove(id);
  expect(codeOf(await open(byOwner.id))).toEqual([404, 'votes.not_found']);
  expect((await answer(byOwner.id)).statusCode).toBe(404);
});

test('끝나고 90일이 지난 투표는 답한 사람의 이름과 함께 지워진다', async () => {
  const [old, recent] = [await begun(), await begun()];
  await answer(old.id);
  await sql`update votes set closes_at = now() - interval '91 days' where id = ${old.id}`.execute(
    on.database,
  );
  await sql`update votes set closes_at = now() - interval '89 days' where id = ${recent.id}`.execute(
    on.database,
  );
  await on.jobs.add(on.database, 'votes.purge', {});
  await on.jobs.runDue();
  expect((await open(old.id)).statusCode).toBe(404);
  expect((await open(recent.id)).statusCode).toBe(200);
});

test('목록은 답한 수와 1위를, 일정은 날짜와 1위인 곳을 말한다', async () => {
  const vote = await begun();
  await answer(vote.id, { with: ['later', 'want', 'fine'] });
  const { votes } = (await reader.request('GET', `/api/collections/${id}/votes`)).json();
  expect(votes).toEqual([
    {
      id: vote.id,
      title: '토요일 저녁',
      meetsOn: '2099-11-28',
      meetsAt: '18:30',
      dates: [],
      isOpen: true,
      voterCount: 1,
      first: { id: places[1], name: '온달 갈비' },
    },
  ]);
  const calendar = await asVisitor('GET', `/api/votes/${vote.id}/date.ics`);
  expect(calendar.headers['content-type']).toContain('text/calendar');
  expect(calendar.body).toContain('SUMMARY:토요일 저녁 · 온달 갈비');
  expect(calendar.body).toContain('DTSTART:20991128T093000Z');
});

test('메신저의 그림은 투표와 함께 바뀌고, 답한 사람의 이름은 없고, 투표와 함께 사라진다', async () => {
  const vote = await begun();
  const card = (headers: object = {}, voteId = vote.id) =>
    asVisitor('GET', `/vote/${voteId}/card.png`, undefined, headers);
  const drawn = await card();
  expect(drawn.headers).toMatchObject({ 'content-type': 'image/png', 'x-robots-tag': 'noindex' });
  expect(await sharp(drawn.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });

  const same = { 'if-none-match': String(drawn.headers.etag) };
  await answer(vote.id, { name: '지우' });
  expect((await card(same)).statusCode).toBe(304);
  await owner.request('POST', `/api/votes/${vote.id}/close`);
  const closed = await card(same);
  expect(closed.statusCode).toBe(200);
  expect(closed.rawPayload.equals(drawn.rawPayload)).toBe(false);

  await owner.request('DELETE', `/api/votes/${vote.id}`);
  expect((await card()).statusCode).toBe(404);
  expect((await card({}, 'unknown')).statusCode).toBe(404);
});
