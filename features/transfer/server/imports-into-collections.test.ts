import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { Collection } from '#features/collections/collections.contract.ts';
import { collectionsOf, jointOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { NEW_IMPORT_FIELDS } from '#features/transfer/import-rows.rules.ts';
import type { RowFields } from '#features/transfer/imports.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { importsOf } from './imports.test-factory.ts';
import { NO_FIELDS } from '#features/transfer/new-rows.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
  await seedPlaces(
    on.database,
    Array.from({ length: 220 }, (_, at) => ({
      placeId: `made:${at}`,
      name: nameAt(at),
      address: addressAt(at),
      lat: 37.5 + at / 1000,
      lng: 127,
    })),
  );
});
afterAll(() => on.close());

const nameAt = (at: number) => `을지로${at}호식당`;
const addressAt = (at: number) => `서울특별시 중구 을지로 ${at + 1}`;
const row = (at: number, fields: Partial<RowFields> = {}) => ({
  place: {
    name: nameAt(at),
    address: addressAt(at),
    phoneNumber: '',
    link: '',
    coordinates: null,
    placeId: '',
  },
  fields: { ...NO_FIELDS, ...fields },
});

const personOf = (member: TestMember) => ({
  ...member,
  restaurants: listOf(on.app, member),
  imports: importsOf(on, member),
  ...collectionsOf(on.app, member),
  ...jointOf(on.app, member),
});
type Person = ReturnType<typeof personOf>;
const free = async () => personOf(await signUpMember(on.app));
const paid = async () => {
  const person = await free();
  await makePaid(on, person);
  return person;
};

/** Creates an import of these rows, matches them, and chooses the collection if one is given. @returns the import id */
async function reviewed({ imports }: Person, rows: object[], collectionId = ''): Promise<string> {
  const { id } = await imports.add(rows);
  await imports.match(id);
  if (collectionId !== '') {
    const answer = await chooseForAll(imports, id, collectionId);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return id;
}
const chooseForAll = ({ send }: Person['imports'], id: string, collectionId: string) =>
  send('PATCH', `/${id}`, { fields: { ...NEW_IMPORT_FIELDS, collectionId } });

async function saved({ imports }: Person, id: string, count: number) {
  const answer = await imports.save(
    id,
    Array.from({ length: count }, (_, at) => at),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await on.jobs.runDue();
}
async function undone({ imports }: Person, id: string) {
  expect((await imports.undo(id)).statusCode).toBe(200);
  await on.jobs.runDue();
}
const savedIds = async ({ restaurants }: Person) =>
  (await restaurants.now()).restaurants.map(({ id }) => id).toSorted();

test('새로 담는 곳도 이미 있는 곳도 고른 모음의 끝에 담고, 되돌리면 가져오기가 담은 것만 뺀다', async () => {
  const member = await paid();
  for (const at of [0, 1]) await member.restaurants.addPlace(`made:${at}`);
  const { id: collectionId, version } = await member.made();
  await member.add(collectionId, ['made:1']);
  // made:0 is only in the list, made:1 is in the list and in the collection, and made:2 is in neither.
  const id = await reviewed(member, [row(0), row(1), row(2)], collectionId);
  expect((await member.imports.rows(id)).map(({ match }) => match?.state)).toEqual([
    'saved',
    'saved',
    'certain',
  ]);
  await saved(member, id, 3);
  expect(await member.order(collectionId)).toEqual(['made:1', 'made:0', 'made:2']);
  expect(await savedIds(member)).toEqual(['made:0', 'made:1', 'made:2']);
  expect((await member.read(collectionId)).json<Collection>().version).toBeGreaterThan(version);
  expect(await member.imports.now(id)).toMatchObject({
    state: 'done',
    savedCount: 1,
    collectedCount: 2,
    doneCount: 2,
    waitingCount: 0,
  });
  await undone(member, id);
  expect(await member.order(collectionId)).toEqual(['made:1']);
  expect(await savedIds(member)).toEqual(['made:0', 'made:1']);
  // The rows can be saved again after the undo.
  await saved(member, id, 3);
  expect(await member.order(collectionId)).toEqual(['made:1', 'made:0', 'made:2']);
});

test('줄마다 다른 모음을 고르거나 고르지 않을 수 있고, 같은 곳이 두 번 있어도 한 번만 담는다', async () => {
  const member = await paid();
  const [first, second] = [await member.made(), await member.made()];
  const id = await reviewed(
    member,
    [
      row(10),
      row(11, { collectionId: second.id }),
      row(12, { collectionId: '' }),
      { ...row(10), place: { ...row(10).place, address: '서울 중구 을지로 11' } },
    ],
    first.id,
  );
  expect((await member.imports.rows(id)).map(({ match }) => match?.state)).toEqual(Array(4).fill('certain'));
  await saved(member, id, 4);
  expect(await member.order(first.id)).toEqual(['made:10']);
  expect(await member.order(second.id)).toEqual(['made:11']);
  expect(await savedIds(member)).toEqual(['made:10', 'made:11', 'made:12']);
});

test('205곳을 담아도 모두 들어가고 순서가 남으며, 되돌리면 모두 빠진다', async () => {
  const member = await paid();
  const { id: collectionId } = await member.made();
  const wanted = Array.from({ length: 205 }, (_, at) => at);
  const id = await reviewed(
    member,
    wanted.map((at) => row(at)),
    collectionId,
  );
  await saved(member, id, 205);
  expect(await member.order(collectionId)).toEqual(wanted.map((at) => `made:${at}`));
  await undone(member, id);
  expect(await member.order(collectionId)).toEqual([]);
  expect(await savedIds(member)).toEqual([]);
});

test('되돌려도 그 사이에 한 줄을 적거나 마음을 남긴 곳은 모음에 남는다', async () => {
  const owner = await paid();
  const editor = await free();
  const { id: collectionId } = await owner.made();
  await editor.join((await owner.putInvite(collectionId, 'editor')).json().invite.id);
  const id = await reviewed(owner, [row(20), row(21), row(22), row(23)], collectionId);
  await saved(owner, id, 4);
  await editor.changePlace(collectionId, 'made:20', { note: '창가 자리' });
  await editor.comment(collectionId, 'made:21', '가 봐요');
  await editor.react(collectionId, 'made:22', { wants: true });
  await undone(owner, id);
  expect(await owner.order(collectionId)).toEqual(['made:20', 'made:21', 'made:22']);
  expect(await savedIds(owner)).toEqual([]);
});

test('모르는 모음, 남의 모음, 삭제한 모음은 똑같이 거절하고, 볼 수만 있는 사람은 고를 수 없다', async () => {
  const [owner, member] = [await paid(), await free()];
  const foreign = await owner.made();
  const deleted = await member.made();
  await member.remove(deleted.id);
  const joint = await owner.made();
  await member.join((await owner.putInvite(joint.id, 'reader')).json().invite.id);
  const id = await reviewed(member, [row(30)]);
  const refusals = (collectionId: string) =>
    Promise.all(
      [
        chooseForAll(member.imports, id, collectionId),
        member.imports.change(id, [{ position: 0, fields: { collectionId } }]),
        member.imports.send('POST', '', { rows: [row(31, { collectionId })] }),
      ].map(async (sent) => {
        const { statusCode, body } = await sent;
        return `${statusCode} ${body.replace(/,"instance":"[^"]*"/, '')}`;
      }),
    );
  const unknown = await refusals('no-such-collection');
  expect(unknown.map((each) => each.slice(0, 3))).toEqual(['404', '404', '404']);
  expect(unknown[0]).toContain('collections.not_found');
  expect(await refusals(foreign.id)).toEqual(unknown);
  expect(await refusals(deleted.id)).toEqual(unknown);
  for (const refused of await refusals(joint.id)) expect(refused).toContain('collections.not_allowed');
  expect((await member.imports.now(id)).fields.collectionId).toBe('');
  expect(await member.imports.rows(id)).toHaveLength(1);
});

test('고른 뒤에 모음에서 내보내지면 아무것도 저장하지 않고 이유를 보이며, 다시 고르면 저장한다', async () => {
  const [owner, member] = [await paid(), await free()];
  const { id: collectionId } = await owner.made();
  await member.join((await owner.putInvite(collectionId, 'editor')).json().invite.id);
  await member.restaurants.addPlace('made:41');
  const id = await reviewed(member, [row(40), row(41)], collectionId);
  const { me } = (await member.read(collectionId)).json<Collection>();
  await member.imports.save(id, [0, 1]);
  await owner.removeMember(collectionId, me);
  await on.jobs.runDue();
  expect((await member.imports.rows(id)).map(({ problem }) => problem)).toEqual([
    'collections.not_found',
    'collections.not_found',
  ]);
  expect(await owner.order(collectionId)).toEqual([]);
  expect(await savedIds(member)).toEqual(['made:41']);
  expect(await member.imports.now(id)).toMatchObject({ state: 'review', savedCount: 0 });
  const own = await member.made();
  await chooseForAll(member.imports, id, own.id);
  await saved(member, id, 2);
  expect(await member.order(own.id)).toEqual(['made:40', 'made:41']);
});

test('되돌리기 전에 내보내지면 모음은 그대로고 내 리스트에서만 빠진다', async () => {
  const [owner, member] = [await paid(), await free()];
  const { id: collectionId } = await owner.made();
  await member.join((await owner.putInvite(collectionId, 'editor')).json().invite.id);
  const id = await reviewed(member, [row(45)], collectionId);
  await saved(member, id, 1);
  const { me } = (await member.read(collectionId)).json<Collection>();
  await owner.removeMember(collectionId, me);
  await undone(member, id);
  expect(await owner.order(collectionId)).toEqual(['made:45']);
  expect(await savedIds(member)).toEqual([]);
});

test('모음에 들어가지 않는 곳은 저장하지 않고 이유를 보인다', async () => {
  const member = await paid();
  const { id: collectionId } = await member.made();
  const others = await Promise.all(Array.from({ length: 499 }, () => placeInCatalogue(on.database)));
  await member.add(collectionId, others);
  const id = await reviewed(member, [row(50), row(51)], collectionId);
  await saved(member, id, 2);
  expect((await member.imports.rows(id)).map(({ problem }) => problem)).toEqual([null, 'collections.full']);
  expect(await savedIds(member)).toEqual(['made:50']);
  expect(await member.order(collectionId)).toHaveLength(500);
});

test('저장하는 동안 다른 사람이 같은 모음에 담아도 둘 다 남는다', async () => {
  const [owner, editor] = [await paid(), await free()];
  const { id: collectionId } = await owner.made();
  await editor.join((await owner.putInvite(collectionId, 'editor')).json().invite.id);
  const rows = Array.from({ length: 30 }, (_, at) => row(60 + at));
  const id = await reviewed(owner, rows, collectionId);
  for (const at of [100, 101, 102, 103]) await editor.restaurants.addPlace(`made:${at}`);
  await owner.imports.save(
    id,
    rows.map((_, at) => at),
  );
  const answers = await Promise.all([
    on.jobs.runDue(),
    ...[100, 101, 102, 103].map((at) => editor.add(collectionId, [`made:${at}`])),
  ]);
  for (const answer of answers.slice(1)) expect(answer).toMatchObject({ statusCode: 200 });
  const order = await owner.order(collectionId);
  expect(order).toHaveLength(34);
  expect(new Set(order).size).toBe(34);
});
