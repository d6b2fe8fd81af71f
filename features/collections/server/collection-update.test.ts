import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announcePlaceChanges } from '#features/catalogue/server/catalogue.public.ts';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import { type Collection, CollectionUpdate } from '#features/collections/collections.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createCollectionUpdates } from './collection-updates.ts';
import { findCollection } from './collections.sql.ts';
import { makePaid, type Person, signUpPerson } from './collections.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());

let owner: Person;
let editor: Person;
let reader: Person;
let places: [string, string, string];
let id: string;

beforeEach(async () => {
  [owner, editor, reader] = await Promise.all([
    signUpPerson(on, '은조'),
    signUpPerson(on, '도윤'),
    signUpPerson(on, '하린'),
  ]);
  await makePaid(on, owner);
  places = await Promise.all([
    placeInCatalogue(on.database),
    placeInCatalogue(on.database),
    placeInCatalogue(on.database),
  ]);
  ({ id } = await owner.made({ restaurantIds: places }));
  for (const [who, role] of [
    [editor, 'editor'],
    [reader, 'reader'],
  ] as const)
    await who.join((await owner.putInvite(id, role)).json().invite.id);
});

const read = async (who: Person) => (await who.read(id)).json<Collection>();
const since = (who: Person, version: number | string, headers: Record<string, string> = {}) =>
  who.request('GET', `/api/collections/${id}/since/${version}`, { headers });

async function updated(
  who: Person,
  before: Collection,
): Promise<{ now: Collection; update: CollectionUpdate }> {
  const update = CollectionUpdate.strict().parse((await since(who, before.version)).json());
  const { places: changed, removed, count, ...head } = update;
  const byId = new Map([...before.places, ...changed].map((place) => [place.id, place]));
  for (const removedId of removed) byId.delete(removedId);
  expect(byId.size).toBe(count);
  const ordered = [...byId.values()].toSorted((a, b) => a.position - b.position);
  return { now: { ...head, places: ordered }, update };
}

test('무엇을 바꾸든 바뀐 곳만 받아도 전체를 읽은 것과 같다', async () => {
  const [first, second, third] = places;
  const added = await placeInCatalogue(on.database);
  const { me: readerKey } = await read(reader);
  let commentId = '';
  const erase = (who: Person) =>
    who.request('POST', '/api/account/deletion/now', {
      payload: { reason: '', password: who.password, phrase: DELETION_PHRASES.ko },
    });
  const writes: [string[], () => Promise<unknown>][] = [
    [[added], () => editor.add(id, [added])],
    [[second], () => editor.changePlace(id, second, { note: '창가 자리' })],
    [[third], () => owner.changePlace(id, third, { after: null })],
    [[], () => owner.removePlace(id, second)],
    [[second], () => owner.restorePlace(id, second)],
    [[first], () => reader.react(id, first, { wants: true })],
    [[first], () => reader.react(id, first, { visitedOn: '2026-11-12' })],
    [[third], () => editor.comment(id, third, '가 봐요')],
    [[], () => owner.change(id, { name: '새 이름' })],
    [[], () => owner.changeMember(id, readerKey, 'editor')],
    // The removal of a member deletes the reactions of this member.
    [[first], () => owner.removeMember(id, readerKey)],
    // The data of a place in the catalogue changes.
    [
      [first],
      async () => {
        await on.database
          .updateTable('restaurants_public')
          .set({ name: '새 간판' })
          .where('id', '=', first)
          .execute();
        await on.database.transaction().execute((transaction) => announcePlaceChanges(transaction, [first]));
      },
    ],
    [[third], () => editor.uncomment(id, third, commentId)],
    [[second], () => editor.comment(id, second, '사라질 말')],
    [[added, second], () => erase(editor)],
  ];
  let known = await read(owner);
  for (const [changed, write] of writes) {
    await write();
    const { now, update } = await updated(owner, known);
    expect(now).toEqual(await read(owner));
    const ids = update.places.map((place) => place.id);
    expect(ids).toEqual(expect.arrayContaining(changed));
    // The update does not contain all places. It may contain one place more than `changed`: a place that the write
    // before stored after it had raised the version.
    expect(ids.length).toBeLessThanOrEqual(changed.length + 1);
    commentId = now.places.find((place) => place.id === third)?.comments[0]?.id ?? '';
    known = now;
  }
});

test('모음을 볼 수 없는 사람에게는 모르는 모음과 같고, 남이 직접 등록한 곳은 들어 있지 않다', async () => {
  const stranger = await signUpPerson(on, '남남');
  expect((await since(stranger, 0)).json().code).toBe('collections.not_found');
  expect((await since(owner, 'x')).statusCode).toBe(400);
  const before = await read(owner);
  const made = await listOf(on.app, editor).addByHand({ name: '도윤만 아는 집', address: '서울 어딘가' });
  const secret = made.json().restaurant.id as string;
  await editor.add(id, [secret]);
  const answer = await since(owner, before.version);
  expect(answer.body).not.toMatch(new RegExp(`도윤만 아는 집|${secret}`));
  expect(answer.json()).toMatchObject({ places: [], count: 3 });
  expect((await since(editor, before.version)).json()).toMatchObject({ places: [{ id: secret }], count: 4 });
  const tag = String(answer.headers.etag);
  expect((await since(owner, before.version, { 'if-none-match': tag })).statusCode).toBe(304);
});

test('여럿이 함께 읽는 변경에 역할은 저마다 다르고, 내보낸 사람은 받지 못한다', async () => {
  const before = await read(owner);
  await owner.changePlace(id, places[0], { note: '창가 자리' });
  const everyone = [owner, editor, reader];
  const answers = await Promise.all(everyone.map((who) => since(who, before.version)));
  const updates = answers.map((answer) => CollectionUpdate.strict().parse(answer.json()));
  expect(updates.map(({ role }) => role)).toEqual(['owner', 'editor', 'reader']);
  expect(new Set(updates.map(({ me }) => me)).size).toBe(3);
  expect(new Set(updates.map(({ places: changed }) => JSON.stringify(changed))).size).toBe(1);

  // The version does not change, so the update in the shared cache is still valid. Only the right to read has changed.
  await on.database.deleteFrom('collection_members').where('user_id', '=', reader.userId).execute();
  expect((await since(owner, before.version)).statusCode).toBe(200);
  const refused = await since(reader, before.version);
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'collections.not_found']);
  await on.database.deleteFrom('sessions').where('user_id', '=', editor.userId).execute();
  expect((await since(editor, before.version)).statusCode).toBe(401);
});

test('함께 읽은 변경에도 직접 등록한 곳은 그 사람에게만 있다', async () => {
  const before = await read(owner);
  const made = await listOf(on.app, editor).addByHand({ name: '도윤만 아는 집', address: '서울 어딘가' });
  const secret = made.json().restaurant.id as string;
  await editor.add(id, [secret]);
  // The other members must not get the update of the author. The author must not get the shared update.
  for (const order of [
    [editor, owner],
    [owner, editor],
  ]) {
    const answers = await Promise.all(order.map((who) => since(who, before.version)));
    for (const [nth, who] of order.entries())
      expect(answers[nth]?.json()).toMatchObject(
        who === editor ? { places: [{ id: secret }], count: 4 } : { places: [], count: 3 },
      );
  }
});

test('한 버전의 변경은 서버마다 한 번만 읽고, 다음 버전에서 다시 읽는다', async () => {
  const updates = createCollectionUpdates({ database: on.database, keptFor: 60_000 });
  const noteOf = async (who: Person) => {
    const collection = await findCollection(on.database, { userId: who.userId, collectionId: id });
    if (!collection) throw new Error('The collection is not readable.');
    return (JSON.parse(await updates.read(collection, 0)) as CollectionUpdate).places[0]?.note;
  };
  expect(await noteOf(owner)).toBe('');
  // This write does not raise the version, unlike all writes of the server. Therefore a read from the cache does not
  // contain the new note.
  const setNote = (note: string) =>
    on.database
      .updateTable('collection_places')
      .set({ note })
      .where('collection_id', '=', id)
      .where('restaurant_id', '=', places[0])
      .execute();
  await setNote('몰래');
  expect([await noteOf(editor), await noteOf(reader)]).toEqual(['', '']);
  await owner.change(id, { name: '새 이름' });
  expect([await noteOf(editor), await noteOf(reader)]).toEqual(['몰래', '몰래']);
});
