import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import { Collection, type JoinedRole } from '#features/collections/collections.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { makePaid, type Person, signUpPerson } from './collections.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());

let owner: Person;
let editor: Person;
let reader: Person;
let stranger: Person;
let place: string;
let id: string;

/** Creates a collection with a paid owner, an editor and a reader. The editor and the reader are free members. */
beforeEach(async () => {
  [owner, editor, reader, stranger] = await Promise.all([
    signUpPerson(on, '은조'),
    signUpPerson(on, '도윤'),
    signUpPerson(on, '하린'),
    signUpPerson(on, '남남'),
  ]);
  await makePaid(on, owner);
  place = await placeInCatalogue(on.database, { name: '골목 국수' });
  ({ id } = await owner.made({ name: '우리 동네', restaurantIds: [place] }));
  await join(editor, 'editor');
  await join(reader, 'reader');
});

async function join(who: Person, role: JoinedRole) {
  const { invite } = (await owner.putInvite(id, role)).json();
  return who.join(invite.id);
}
const open = async (who: Person) => (await who.read(id)).json<Collection>();
const nameOwner = (name: string) =>
  on.database.updateTable('users').set({ name }).where('id', '=', owner.userId).execute();
const endMembership = () =>
  on.database.deleteFrom('memberships').where('user_id', '=', owner.userId).execute();

test('링크로 들어온 사람은 함께 보고, 자기 모음의 수는 그대로다', async () => {
  const { invite } = (await owner.putInvite(id, 'reader')).json();
  await owner.changePlace(id, place, { note: '비밀 한 줄' });
  expect((await stranger.preview(invite.id)).json()).toEqual({
    name: '우리 동네',
    colour: 'pink',
    icon: 'soup',
    role: 'reader',
    ownerName: '은조',
    placeCount: 1,
    places: [expect.objectContaining({ id: place, coordinates: { lat: 37.57, lng: 126.98 } })],
    memberCount: 2,
    collectionId: null,
  });
  const visitor = await on.app.inject({ url: `/api/collection-invites/${invite.id}` });
  expect(visitor.json()).toMatchObject({ name: '우리 동네', places: [{ id: place }], collectionId: null });
  expect(visitor.headers['x-robots-tag']).toBe('noindex');
  expect(visitor.body).not.toContain('비밀');
  await nameOwner('');
  expect((await reader.preview(invite.id)).json()).toMatchObject({ ownerName: null, collectionId: id });
  await nameOwner('은조');
  const document = await open(reader);
  expect(Collection.strict().parse(document)).toEqual(document);
  expect(document.people.map(({ name, role }) => [name, role])).toEqual([
    ['은조', 'owner'],
    ['도윤', 'editor'],
    ['하린', 'reader'],
  ]);
  expect(document.me).toBe(document.people[2]?.key);
  expect((await reader.list()).collections).toMatchObject([{ id, role: 'reader', memberCount: 2 }]);
  for (let n = 0; n < 3; n += 1) expect((await reader.create()).statusCode).toBe(201);
  // A second join by the same link changes nothing.
  await reader.join(invite.id);
  expect((await open(owner)).people).toHaveLength(3);
});

test('누구의 계정 id도, 이메일도, 내 리스트의 메모와 리뷰와 태그도 나가지 않는다', async () => {
  await listOf(on.app, editor).addPlace(place, {
    review: '숨긴 리뷰',
    sourceMemo: '숨긴 메모',
    customTags: ['숨긴태그'],
    rating: 1.5,
  });
  await editor.react(id, place, { wants: true, visitedOn: '2026-11-12' });
  const bodies = [
    (await reader.read(id)).body,
    (await reader.request('GET', '/api/collections')).body,
    (await reader.comment(id, place, '같이 가요')).body,
  ];
  for (const body of bodies) {
    expect(body).not.toMatch(/숨긴|1\.5/);
    for (const one of [owner, editor, reader]) {
      expect(body).not.toContain(one.userId);
      expect(body).not.toContain(one.email);
    }
  }
});

test('주인, 편집자, 보는 사람, 남: 할 수 있는 일이 정해져 있다', async () => {
  const other = await placeInCatalogue(on.database);
  const acts: Record<string, (who: Person) => Promise<{ statusCode: number }>> = {
    read: (who) => who.read(id),
    add: (who) => who.add(id, [other]),
    note: (who) => who.changePlace(id, place, { note: '한 줄' }),
    move: (who) => who.changePlace(id, place, { after: null }),
    removePlace: (who) => who.removePlace(id, other),
    restorePlace: (who) => who.restorePlace(id, other),
    react: (who) => who.react(id, place, { wants: true }),
    comment: (who) => who.comment(id, place, '좋아요'),
    rename: (who) => who.change(id, { name: '우리 동네' }),
    invite: (who) => who.putInvite(id, 'editor'),
    seeInvite: (who) => who.getInvite(id),
    revoke: (who) => who.revokeInvite(id),
    role: async (who) => who.changeMember(id, await keyOf(reader), 'reader'),
    restore: (who) => who.restore(id),
  };
  const statuses: Record<string, number[]> = {};
  for (const [name, act] of Object.entries(acts)) {
    statuses[name] = [];
    for (const who of [owner, editor, reader, stranger]) statuses[name].push((await act(who)).statusCode);
  }
  expect(statuses).toEqual({
    read: [200, 200, 200, 404],
    add: [200, 200, 403, 404],
    note: [200, 200, 403, 404],
    move: [200, 200, 403, 404],
    removePlace: [200, 200, 403, 404],
    restorePlace: [200, 200, 403, 404],
    react: [200, 200, 200, 404],
    comment: [201, 201, 201, 404],
    rename: [200, 403, 403, 404],
    invite: [200, 403, 403, 404],
    seeInvite: [200, 403, 403, 404],
    revoke: [200, 403, 403, 404],
    role: [200, 403, 403, 404],
    restore: [200, 403, 403, 404],
  });
  expect(codeOf(await editor.remove(id))).toEqual([403, 'collections.not_allowed']);
  expect(codeOf(await editor.removeMember(id, await keyOf(reader)))).toEqual([
    403,
    'collections.not_allowed',
  ]);
  expect(codeOf(await editor.transfer(id, await keyOf(editor)))).toEqual([403, 'collections.not_allowed']);
});

const keyOf = async (who: Person) => (await open(who)).me;

test('가고 싶어요, 다녀옴, 댓글은 남긴 사람과 함께 보이고, 댓글은 쓴 사람과 주인이 지운다', async () => {
  await editor.react(id, place, { wants: true });
  await reader.react(id, place, { wants: true, visitedOn: '2026-11-12' });
  expect((await reader.react(id, place, { visitedOn: '0000-01-01' })).statusCode).toBe(400);
  await reader.react(id, place, { wants: false });
  await reader.comment(id, place, '웨이팅 길어요');
  await editor.comment(id, place, '평일 점심에 가요');
  const seen = (await open(owner)).places[0];
  const [e, r] = [await keyOf(editor), await keyOf(reader)];
  expect(seen).toMatchObject({
    wants: [e],
    visits: [{ by: r, on: '2026-11-12' }],
    comments: [
      { by: r, text: '웨이팅 길어요' },
      { by: e, text: '평일 점심에 가요' },
    ],
  });
  const [first, second] = seen?.comments ?? [];
  expect(codeOf(await reader.uncomment(id, place, second?.id ?? ''))).toEqual([
    403,
    'collections.not_allowed',
  ]);
  expect((await reader.uncomment(id, place, first?.id ?? '')).statusCode).toBe(200);
  expect((await owner.uncomment(id, place, second?.id ?? '')).statusCode).toBe(200);
  expect((await open(owner)).places[0]?.comments).toEqual([]);
});

describe('나가기, 내보내기, 넘기기', () => {
  test('나간 사람의 집과 댓글은 남고, 가고 싶어요와 다녀옴은 함께 나가고, 다시는 볼 수 없다', async () => {
    const added = await placeInCatalogue(on.database, { name: '도윤의 집' });
    await editor.add(id, [added]);
    await editor.comment(id, added, '여기 좋아요');
    await editor.react(id, place, { wants: true, visitedOn: '2026-11-01' });
    const key = await keyOf(editor);
    expect((await editor.removeMember(id, key)).statusCode).toBe(200);
    for (const answer of [
      await editor.read(id),
      await editor.add(id, [place]),
      await editor.react(id, place, {}),
      await editor.comment(id, place, '?'),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'collections.not_found']);
    }
    expect((await editor.list()).collections).toEqual([]);
    const left = await open(reader);
    expect(left.people.map(({ name, role }) => [name, role])).toEqual([
      ['은조', 'owner'],
      ['하린', 'reader'],
      ['도윤', null],
    ]);
    expect(left.places.map(({ id: placeId }) => placeId)).toEqual([place, added]);
    expect(left.places[1]).toMatchObject({ addedBy: key, comments: [{ by: key, text: '여기 좋아요' }] });
    expect(left.places[0]).toMatchObject({ wants: [], visits: [] });
  });

  test('나간 사람이 닉네임을 바꾸면 남은 집과 댓글에도 새 이름이 보인다', async () => {
    await editor.add(id, [await placeInCatalogue(on.database)]);
    await reader.comment(id, place, '여기 좋아요');
    for (const former of [editor, reader]) {
      await former.removeMember(id, await keyOf(former));
      const tag = String((await owner.read(id)).headers.etag);
      expect((await owner.read(id, { 'if-none-match': tag })).statusCode).toBe(304);
      await former.request('PATCH', '/api/account/profile', { payload: { nickname: '새 이름' } });
      const renamed = await owner.read(id, { 'if-none-match': tag });
      expect(renamed.statusCode).toBe(200);
      expect(renamed.json<Collection>().people.at(-1)).toMatchObject({ name: '새 이름', role: null });
    }
  });

  test('내보낸 사람은 그 순간부터 못 보고, 가지고 있던 링크로도, 없앤 링크로도 못 들어온다', async () => {
    const { invite } = (await owner.putInvite(id, 'editor')).json();
    await owner.removeMember(id, await keyOf(reader));
    expect(codeOf(await reader.read(id))).toEqual([404, 'collections.not_found']);
    expect(codeOf(await reader.join(invite.id))).toEqual([404, 'collections.invite_not_found']);
    expect(codeOf(await reader.preview(invite.id))).toEqual([404, 'collections.invite_not_found']);

    const { invite: next } = (await owner.putInvite(id, 'editor')).json();
    expect(next.id).not.toBe(invite.id);
    await owner.revokeInvite(id);
    expect(codeOf(await reader.join(next.id))).toEqual([404, 'collections.invite_not_found']);
  });

  test('스스로 나간 사람은 초대 링크로 다시 들어온다', async () => {
    const { invite } = (await owner.putInvite(id, 'editor')).json();
    await reader.removeMember(id, await keyOf(reader));
    expect((await reader.join(invite.id)).json()).toEqual({ collectionId: id });
  });

  test('나가기와 넘기기는 다시 보내도 같은 답이고, 남에게는 모음이 있는지 알리지 않는다', async () => {
    const [readerKey, editorKey] = [await keyOf(reader), await keyOf(editor)];
    await makePaid(on, editor);
    for (let nth = 0; nth < 2; nth += 1) {
      expect((await reader.removeMember(id, readerKey)).statusCode).toBe(200);
      expect((await owner.transfer(id, editorKey)).json()).toMatchObject({ id, role: 'editor' });
    }
    expect((await open(owner)).people.map(({ name, role }) => [name, role])).toEqual([
      ['도윤', 'owner'],
      ['은조', 'editor'],
    ]);
    for (const act of [
      stranger.removeMember(id, editorKey),
      stranger.removeMember('no-such', editorKey),
      stranger.transfer(id, editorKey),
      reader.transfer(id, editorKey),
    ])
      expect(codeOf(await act)).toEqual([404, 'collections.not_found']);
  });

  test('삭제된 모음에서는 나갈 수 없고, 되돌리면 그대로 함께한다', async () => {
    const key = await keyOf(reader);
    await owner.remove(id);
    expect(codeOf(await reader.removeMember(id, key))).toEqual([404, 'collections.not_found']);
    await owner.restore(id);
    expect((await open(reader)).role).toBe('reader');
  });

  test('유료 회원에게만 넘기고, 넘긴 사람은 편집자로 남는다', async () => {
    const key = await keyOf(editor);
    expect(codeOf(await owner.transfer(id, key))).toEqual([409, 'collections.new_owner_not_paid']);
    await makePaid(on, editor);
    expect((await owner.transfer(id, key)).json()).toMatchObject({ role: 'editor' });
    expect((await open(editor)).people.map(({ name, role }) => [name, role])).toEqual([
      ['도윤', 'owner'],
      ['하린', 'reader'],
      ['은조', 'editor'],
    ]);
    expect(codeOf(await owner.change(id, { name: '다시 내 것' }))).toEqual([403, 'collections.not_allowed']);
    expect((await editor.change(id, { name: '도윤의 것' })).statusCode).toBe(200);
  });

  test('주인이 지우면 모두에게서 사라지고, 되돌리면 모두에게 돌아온다', async () => {
    await owner.remove(id);
    for (const who of [editor, reader]) {
      expect(codeOf(await who.read(id))).toEqual([404, 'collections.not_found']);
      expect((await who.list()).collections).toEqual([]);
    }
    await owner.restore(id);
    expect((await open(reader)).places).toHaveLength(1);
  });

  test('탈퇴하면 남긴 것이 모두 사라지고, 주인이 탈퇴하면 다음 사람의 것이 된다', async () => {
    const leave = (who: Person) =>
      on.app.inject({
        method: 'POST',
        url: '/api/account/deletion/now',
        headers: who.headers,
        payload: { reason: '', password: who.password, phrase: DELETION_PHRASES.ko },
      });
    const added = await placeInCatalogue(on.database);
    await reader.react(id, place, { wants: true });
    await reader.comment(id, place, '사라질 말');
    await editor.add(id, [added]);
    const before = await open(owner);
    expect((await leave(reader)).statusCode, '탈퇴').toBeLessThan(300);
    const after = await open(owner);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.people).toHaveLength(2);
    expect(after.places[0]).toMatchObject({ wants: [], comments: [] });

    expect((await leave(owner)).statusCode).toBeLessThan(300);
    const inherited = await open(editor);
    expect(inherited).toMatchObject({ role: 'owner', isReadOnly: false });
    // The places that the deleted account added stay. They no longer name the account.
    expect(inherited.places.map(({ id: placeId, addedBy }) => [placeId, addedBy])).toEqual([
      [place, null],
      [added, inherited.me],
    ]);
  });
});

test('주인의 유료 기간이 끝나면 모두 읽기만 하고, 다시 결제하면 그대로 이어진다', async () => {
  await editor.comment(id, place, '남은 말');
  const tag = String((await reader.read(id)).headers.etag);
  await endMembership();
  expect((await reader.read(id, { 'if-none-match': tag })).statusCode).toBe(200);
  expect(await open(reader)).toMatchObject({ isReadOnly: true, places: [{ comments: [{}] }] });
  for (const answer of [
    await owner.add(id, [place]),
    await editor.add(id, [place]),
    await editor.changePlace(id, place, { note: '?' }),
    await reader.react(id, place, { wants: true }),
    await reader.comment(id, place, '?'),
    await owner.change(id, { name: '?' }),
  ]) {
    expect(codeOf(answer)).toEqual([403, 'collections.read_only']);
  }
  expect(codeOf(await owner.putInvite(id, 'reader'))).toEqual([403, 'collections.paid_only']);
  await makePaid(on, owner);
  expect((await editor.changePlace(id, place, { note: '이어서' })).statusCode).toBe(200);
});

test('남이 직접 등록한 곳은 그 사람에게만 보인다', async () => {
  const made = await listOf(on.app, editor).addByHand({ name: '도윤만 아는 집', address: '서울 어딘가' });
  const secret = made.json().restaurant.id as string;
  await editor.add(id, [secret]);
  expect((await open(editor)).places).toHaveLength(2);
  for (const who of [owner, reader]) {
    const answer = await who.read(id);
    expect(answer.body).not.toMatch(new RegExp(`도윤만 아는 집|${secret}`));
  }
  const moved = await owner.changePlace(id, place, { after: null });
  expect(moved.body).not.toContain(secret);
  expect(codeOf(await owner.react(id, secret, { wants: true }))).toEqual([
    404,
    'collections.place_not_found',
  ]);
});

test('같은 멱등성 키로 다시 보낸 댓글은 하나만 남는다', async () => {
  const key = randomUUID();
  await reader.comment(id, place, '한 번만', key);
  await reader.comment(id, place, '한 번만', key);
  expect((await open(reader)).places[0]?.comments).toHaveLength(1);
});
