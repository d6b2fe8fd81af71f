import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Collection,
  COLLECTION_PLACES_MAXIMUM,
  type CollectionUpdate,
  type PlacesWritten,
} from '#features/collections/collections.contract.ts';
import { COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createUnlockedDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { countLockWaits } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { makePaid, type Person, signUpPerson } from './collections.test-factory.ts';

const WITHOUT_RATE_LIMIT = { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 };
const CANDIDATES = 100;

/**
 * The control: a second server whose database connection does not lock collections. On this server the races must fail.
 */
let unlocked: { on: TestApp; opened: TestDatabase };
let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({ settings: WITHOUT_RATE_LIMIT });
  const opened = await createUnlockedDatabase({ lock: /for update of "collections?"$/ });
  unlocked = { on: await openTestApp({ opened, settings: WITHOUT_RATE_LIMIT }), opened };
});
afterAll(() => Promise.all([on.close(), unlocked.on.close(), unlocked.opened.close()]));

const people = (of: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => signUpPerson(of)));
const places = (of: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => placeInCatalogue(of.database)));

async function collectionOfPaidOwner(of: TestApp, restaurantIds: string[] = []) {
  const owner = await signUpPerson(of);
  await makePaid(of, owner);
  const { id } = await owner.made({ restaurantIds });
  const { invite } = (await owner.putInvite(id, 'editor')).json();
  return { owner, id, inviteId: invite.id as string };
}

async function joinAtOnce(of: TestApp) {
  const { owner, id, inviteId } = await collectionOfPaidOwner(of);
  const candidates = await people(of, CANDIDATES);
  const answers = await Promise.all(candidates.map((one) => one.join(inviteId)));
  const document = (await owner.read(id)).json<Collection>();
  const listed = (await owner.list()).collections[0].memberCount as number;
  return {
    joined: answers.filter(({ statusCode }) => statusCode === 200).length,
    members: document.people.length - 1,
    listed,
  };
}

test('링크 하나로 백 명이 한꺼번에 들어와도 스무 명까지이고, 세는 곳마다 수가 같다', async () => {
  const most = COLLECTION_MEMBERS_MAXIMUM;
  expect(await joinAtOnce(on)).toEqual({ joined: most, members: most, listed: most });
});

test('대조: 모음을 잠그지 않으면 스무 명을 넘는다', async () => {
  expect((await joinAtOnce(unlocked.on)).members).toBeGreaterThan(COLLECTION_MEMBERS_MAXIMUM);
});

/** Creates a collection with room for five places. Twenty members add two places each at the same time. */
async function addAtOnce(of: TestApp) {
  const { owner, id, inviteId } = await collectionOfPaidOwner(
    of,
    await places(of, COLLECTION_PLACES_MAXIMUM - 5),
  );
  const members = await people(of, COLLECTION_MEMBERS_MAXIMUM);
  for (const member of members) await member.join(inviteId);
  const wanted = await places(of, members.length * 2);
  const answers = await Promise.all(
    wanted.map((placeId, nth) =>
      (members[nth % members.length] as (typeof members)[number]).add(id, [placeId]),
    ),
  );
  const document = (await owner.read(id)).json<Collection>();
  return {
    added: answers.filter(({ statusCode }) => statusCode === 200).length,
    inIt: document.places.length,
    listed: (await owner.list()).collections[0].restaurantIds.length as number,
  };
}

test('스무 명이 한꺼번에 담아도 오백 곳을 넘지 않고, 세는 곳마다 수가 같다', async () => {
  const most = COLLECTION_PLACES_MAXIMUM;
  expect(await addAtOnce(on)).toEqual({ added: 5, inIt: most, listed: most });
});

test('대조: 모음을 잠그지 않으면 오백 곳을 넘는다', async () => {
  expect((await addAtOnce(unlocked.on)).inIt).toBeGreaterThan(COLLECTION_PLACES_MAXIMUM);
});

/**
 * Creates a collection with room for five places. Twenty members add two places each and write a line, while the owner
 * removes twenty places. At the same time a screen follows the changes.
 */
async function addAndRemoveAtOnce(of: TestApp) {
  const [removed, kept] = [await places(of, 20), await places(of, COLLECTION_PLACES_MAXIMUM - 25)];
  const { owner, id, inviteId } = await collectionOfPaidOwner(of, [...removed, ...kept]);
  const members = await people(of, COLLECTION_MEMBERS_MAXIMUM);
  for (const member of members) await member.join(inviteId);
  const wanted = await places(of, members.length * 2);
  const before = (await owner.read(id)).json<Collection>();

  let isOver = false;
  const screen = followChanges({ owner, before, isOver: () => isOver });
  const byMember = (nth: number) => members[nth % members.length] as (typeof members)[number];
  const answers = await Promise.all([
    ...members.map((_, nth) => byMember(nth).add(id, [wanted[nth] as string])),
    ...removed.flatMap((placeId, nth) => [
      owner.removePlace(id, placeId),
      byMember(nth).changePlace(id, kept[nth] as string, { note: `한 줄 ${nth}` }),
    ]),
    ...members.map((_, nth) => byMember(nth).add(id, [wanted[members.length + nth] as string])),
  ]);
  isOver = true;
  const after = (await owner.read(id)).json<Collection>();
  const written = answers.flatMap((answer) =>
    answer.statusCode === 200 ? answer.json<PlacesWritten>().version : [],
  );
  return {
    added: written.length - removed.length - members.length,
    refused: answers.length - written.length,
    places: after.places.length,
    listed: (await owner.list()).collections[0].restaurantIds.length as number,
    positions: new Set(after.places.map(({ position }) => position)).size,
    versions: new Set(written).size,
    isLastVersion: Math.max(...written) === after.version,
    missedByScreen: differing(await screen, after),
  };
}

/** Follows the changes as a screen does. Reads the changes once more after the last write. */
async function followChanges({
  owner,
  before,
  isOver,
}: {
  owner: Person;
  before: Collection;
  isOver: () => boolean;
}): Promise<Map<string, Collection['places'][number]>> {
  const shown = new Map(before.places.map((place) => [place.id, place]));
  let { version } = before;
  for (let isLast = false; !isLast;) {
    isLast = isOver();
    const answer = await owner.request('GET', `/api/collections/${before.id}/since/${version}`);
    const update = answer.json<CollectionUpdate>();
    for (const place of update.places) shown.set(place.id, place);
    for (const id of update.removed) shown.delete(id);
    ({ version } = update);
  }
  return shown;
}

function differing(shown: ReadonlyMap<string, Collection['places'][number]>, { places: all }: Collection) {
  const wrong = all.filter((place) => JSON.stringify(shown.get(place.id)) !== JSON.stringify(place));
  return wrong.length + Math.abs(shown.size - all.length);
}

test('담는 동안 빼도 세는 곳마다 수가 같고, 자리와 버전이 겹치지 않고, 열린 화면이 놓치는 것이 없다', async () => {
  const { added, refused, places: inIt, ...rest } = await addAndRemoveAtOnce(on);
  expect(inIt).toBe(COLLECTION_PLACES_MAXIMUM - 5 - 20 + added);
  expect(inIt).toBeLessThanOrEqual(COLLECTION_PLACES_MAXIMUM);
  expect(added + refused).toBe(40);
  expect(rest).toEqual({
    listed: inIt,
    positions: inIt,
    versions: added + 40,
    isLastVersion: true,
    missedByScreen: 0,
  });
});

test('대조: 모음을 잠그지 않으면 자리가 겹치고, 열린 화면이 놓친다', async () => {
  const { places: inIt, positions, missedByScreen } = await addAndRemoveAtOnce(unlocked.on);
  expect(positions).toBeLessThan(inIt);
  expect(missedByScreen).toBeGreaterThan(0);
});

/**
 * A member adds a place during the removal of this member. The transaction of the removal holds the lock of the
 * collection at this time.
 */
async function addDuringRemoval(of: TestApp): Promise<number> {
  const { id, inviteId } = await collectionOfPaidOwner(of);
  const member = await signUpPerson(of);
  await member.join(inviteId);
  const placeId = await placeInCatalogue(of.database);
  let answered: number | null = null;
  let adding: Promise<void> | undefined;
  await of.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('collections').select('id').where('id', '=', id).forUpdate().execute();
    await transaction.deleteFrom('collection_members').where('user_id', '=', member.userId).execute();
    adding = member.add(id, [placeId]).then(({ statusCode }) => void (answered = statusCode));
    await expect.poll(async () => answered !== null || (await countLockWaits(of.database)) > 0).toBe(true);
  });
  await adding;
  return answered ?? 0;
}

test('내보내는 동안 담으려던 것은 담기지 않는다', async () => {
  expect(await addDuringRemoval(on)).toBe(404);
}, 30_000);

test('대조: 모음을 잠그지 않으면 내보내는 동안에도 담긴다', async () => {
  expect(await addDuringRemoval(unlocked.on)).toBe(200);
}, 30_000);
