import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Collection,
  CollectionPlace,
  PlacesWritten,
} from '#features/collections/collections.contract.ts';
import { collectionsOf, jointOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { OutboxPage } from './outbox-page.ts';
import { type CollectionWrite, openPhones, type Phone, type Phones, playAll, sendAll } from './phones.ts';

declare const outbox: OutboxPage;

/**
 * Random sequences of actions of two people on one joint collection, each with a phone that is online or offline, in a
 * real browser against a real server. Afterwards both phones must show the same collection. It must be the result of
 * all accepted writes, applied one after another.
 */
const SEQUENCES = Number(process.env.OFFLINE_SEQUENCES ?? 3);
/** Not the port of property.test.ts, because both tests may run at the same time. */
const PORT = String(Number(process.env.OFFLINE_PORT ?? '20311') + 1);

const ACTIONS = ['add', 'remove', 'restore', 'move', 'note', 'want', 'stamp', 'comment'] as const;
const EVENTS = ['offline', 'online', 'lose-answer', 'kill-tab', 'look'] as const;
/** Changes of the membership. The owner does the first three; the other person does `leave` and `join`. */
const MANAGED = ['to-reader', 'to-editor', 'remove-member', 'leave', 'join'] as const;
type Step = {
  who: 0 | 1;
  do: (typeof ACTIONS)[number] | (typeof EVENTS)[number] | (typeof MANAGED)[number];
  at: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(0, 1),
  do: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...ACTIONS) },
    { weight: 4, arbitrary: fc.constantFrom('move', 'want') },
    { weight: 5, arbitrary: fc.constantFrom(...EVENTS) },
    { weight: 2, arbitrary: fc.constantFrom(...MANAGED) },
  ),
  at: fc.nat(99),
});
const sequence = fc.array(step, { minLength: 8, maxLength: 24 });

let phones: Phones;
let places: string[];
beforeAll(async () => {
  phones = await openPhones({ port: PORT });
  places = await Promise.all(
    ['가', '나', '다', '라', '마', '바'].map((name) => placeInCatalogue(phones.server.database, { name })),
  );
});
afterAll(() => phones?.close());

type Field = 'presence' | 'position' | 'note' | 'wants' | 'visitedOn';
type Done = { id: string; place: string; field: Field; value: unknown };
type Person = { phone: Phone; done: Done[]; comments: string[]; api: Api };
type Api = ReturnType<typeof apiOf>;
const apiOf = ({ member }: Phone) => ({
  ...collectionsOf(phones.server.on.app, member),
  ...jointOf(phones.server.on.app, member),
});

async function play(
  steps: readonly Step[],
  { withoutKeys = false, withoutVersions = false, isDistorted = false } = {},
) {
  const onTab = async (tab: Page) => {
    if (withoutVersions) await tab.evaluate(() => outbox.forgetVersions());
    if (isDistorted) await tab.evaluate(() => outbox.distort());
  };
  const open = async (): Promise<Person> => {
    const phone = await phones.openPhone({ onTab });
    return { phone, done: [], comments: [], api: apiOf(phone) };
  };
  const people = await Promise.all([open(), open()]);
  const [owner, other] = people;
  try {
    await makePaid(phones.server, owner.phone.member);
    const { id: collectionId } = await owner.api.made({ restaurantIds: places.slice(0, 4) });
    const join = async () =>
      other.api.join((await owner.api.putInvite(collectionId, 'editor')).json().invite.id);
    await join();
    const otherKey = (await other.api.read(collectionId)).json<Collection>().me;
    // Leaving deletes the reactions of the person. Therefore the person's writes up to the version `leftAt` have no
    // effect.
    let leftAt = 0;
    for (const [nth, { who, do: what, at }] of steps.entries()) {
      const { phone, done, comments } = people[who];
      const restaurantId = places[at % places.length] as string;
      const act = async (
        kind: Parameters<OutboxPage['onCollection']>[0],
        { field, value, payload = {} }: { field: Done['field']; value: unknown; payload?: object },
      ) => {
        const given = { collectionId, restaurantId, ...payload };
        const id = await phone
          .tab()
          .evaluate(([name, object, sent]) => outbox.onCollection(name, object, sent), [
            kind,
            restaurantId,
            given,
          ] as const);
        done.push({ id, place: restaurantId, field, value });
      };
      if (what === 'add')
        await act('add', { field: 'presence', value: true, payload: { restaurantIds: [restaurantId] } });
      else if (what === 'remove') await act('remove', { field: 'presence', value: false });
      else if (what === 'restore') await act('restore', { field: 'presence', value: true });
      else if (what === 'move') {
        const distance = Math.floor(at / places.length) % places.length;
        const after = distance === 0 ? null : places[(at + distance) % places.length];
        await act('change', { field: 'position', value: after, payload: { changes: { after } } });
      } else if (what === 'note')
        await act('change', {
          field: 'note',
          value: `한 줄 ${nth}`,
          payload: { changes: { note: `한 줄 ${nth}` } },
        });
      else if (what === 'want')
        await act('react', {
          field: 'wants',
          value: at % 2 === 0,
          payload: { reaction: { wants: at % 2 === 0 } },
        });
      else if (what === 'stamp') {
        const visitedOn = at % 3 === 0 ? null : `2026-11-${String(1 + (at % 20)).padStart(2, '0')}`;
        await act('react', { field: 'visitedOn', value: visitedOn, payload: { reaction: { visitedOn } } });
      } else if (what === 'comment' && !phone.isOffline()) {
        const text = `댓글 ${nth}`;
        const isAccepted = await phone
          .tab()
          .evaluate(([params, said, options]) => outbox.comment(params, said, options), [
            { collectionId, restaurantId },
            text,
            { withoutKey: withoutKeys },
          ] as const);
        if (isAccepted) comments.push(text);
      } else if (what === 'offline' && !phone.isOffline()) {
        await sendAll(phone);
        await phone.setOffline(true);
      } else if (what === 'online') await phone.setOffline(false);
      else if (what === 'lose-answer') phone.loseAnswer();
      else if (what === 'kill-tab') await phone.killTabs();
      else if (what === 'look') await phone.tab().evaluate((id) => outbox.collection(id), collectionId);
      else if (what === 'to-reader') await owner.api.changeMember(collectionId, otherKey, 'reader');
      else if (what === 'to-editor') await owner.api.changeMember(collectionId, otherKey, 'editor');
      else if (what === 'join') await join();
      else if (what === 'remove-member' || what === 'leave') {
        const by = what === 'leave' ? other : owner;
        expect((await by.api.removeMember(collectionId, otherKey)).statusCode).toBeOneOf([200, 404]);
        leftAt = (await owner.api.read(collectionId)).json<Collection>().version;
      }
    }
    await join();
    await owner.api.changeMember(collectionId, otherKey, 'editor');
    const accepted: Done[][] = [];
    for (const { phone, done } of people) {
      phone.reset();
      await phone.setOffline(false);
      const left = new Set((await sendAll(phone)).map(({ id }) => id));
      const refused = new Set(await phone.tab().evaluate(() => outbox.refused()));
      accepted.push(done.filter(({ id }) => !left.has(id) && !refused.has(id)));
    }
    const writes = await phones.writesOf(collectionId);
    const seen: (Collection | null)[] = [];
    for (const { phone } of people)
      seen.push(await phone.tab().evaluate((id) => outbox.collection(id), collectionId));
    const stored = (await owner.api.read(collectionId)).json<Collection>();
    const keys = [stored.me, otherKey];
    const comments = people.flatMap((person) => person.comments);
    return { people, accepted, leftAt, seen, stored, keys, comments, writes: writes.flatMap(asWritten) };
  } finally {
    for (const { phone } of people) await phone.context.close();
  }
}
type Played = Awaited<ReturnType<typeof play>>;

/** An action that the server has accepted, with the answer. */
type Written = Omit<Done, 'id'> &
  Pick<PlacesWritten, 'version' | 'order'> & { account: string; isNew: boolean };

function asWritten({ method, path, account, body, status, answer }: CollectionWrite): Written[] {
  const [, encoded = '', restored] = /\/places(?:\/([^/]+)(?:\/(?:(restore)|reaction))?)?$/.exec(path) ?? [];
  const sent = (body ?? {}) as Record<string, unknown> & { restaurantIds?: string[] };
  const place = sent.restaurantIds?.[0] ?? decodeURIComponent(encoded);
  if (status !== 200 || place === '') return [];
  const { version, order } = answer as PlacesWritten;
  const isNew = sent.restaurantIds !== undefined;
  const write = { account, place, version, order, isNew };
  if (isNew || restored || method === 'DELETE')
    return [{ ...write, field: 'presence', value: method !== 'DELETE' }];
  return Object.entries(sent).map(([name, value]) => ({
    ...write,
    field: name === 'after' ? 'position' : (name as Field),
    value,
  }));
}

/** A row of the collection. A removed place keeps its position. */
type Row = { id: string; isRemoved: boolean };

function arranged(rows: readonly Row[], { place: id, field, value, isNew }: Written): Row[] {
  const others = rows.filter((row) => row.id !== id);
  const isPresent = (wanted: unknown) => rows.some((row) => row.id === wanted && !row.isRemoved);
  if (isNew) return isPresent(id) ? [...rows] : [...others, { id, isRemoved: false }];
  if (field === 'presence') return rows.map((row) => (row.id === id ? { id, isRemoved: !value } : row));
  if (field !== 'position' || (value !== null && !isPresent(value))) return [...rows];
  const at = value === null ? 0 : others.findIndex((row) => row.id === value) + 1;
  return others.toSpliced(at, 0, { id, isRemoved: false });
}

/**
 * Checks the order of the places. After each write, the order must equal the order in the answer to that write. After
 * the last write, it must equal the order of the stored collection.
 */
function checkOrder({ writes, stored }: Pick<Played, 'writes' | 'stored'>): void {
  const idsOf = (rows: readonly Row[]) => rows.flatMap(({ id, isRemoved }) => (isRemoved ? [] : id));
  let rows: Row[] = places.slice(0, 4).map((id) => ({ id, isRemoved: false }));
  for (const write of inOrder(writes)) {
    rows = arranged(rows, write);
    expect(idsOf(rows)).toEqual(write.order);
  }
  expect(idsOf(rows)).toEqual(stored.places.map(({ id }) => id));
}

/**
 * Returns the writes in the order of their versions. Each write has a different version, because the server raises the
 * version while it holds the lock of the collection.
 */
const inOrder = (writes: readonly Written[]) => writes.toSorted((a, b) => a.version - b.version);

/** Checks that the server has all actions that a phone reports as accepted, in the same order, and no other actions. */
function checkArrivals({ people, accepted, writes }: Pick<Played, 'people' | 'accepted' | 'writes'>): void {
  for (const [who, { phone, done }] of people.entries()) {
    const arrived = inOrder(writes).filter(({ account }) => account === phone.member.userId);
    const contentOf = ({ place, field, value }: Omit<Done, 'id'>) => JSON.stringify([place, field, value]);
    expect(done.map(contentOf)).toEqual(expect.arrayContaining(arrived.map(contentOf)));
    for (const each of accepted[who] ?? []) {
      const at = arrived.findIndex((write) => contentOf(write) === contentOf(each));
      expect(at, `${contentOf(each)} has arrived`).not.toBe(-1);
      arrived.splice(0, at + 1);
    }
  }
}

/** Returns the parts of a collection that are the same for every reader. */
const shared = (collection: Collection | null) =>
  collection && { version: collection.version, people: collection.people, places: collection.places };

function check(played: Played): void {
  checkOrder(played);
  checkArrivals(played);
  const { people, leftAt, seen, stored, keys, comments, writes } = played;
  // Both phones show the collection that the server has stored.
  for (const each of seen) expect(shared(each)).toEqual(shared(stored));
  for (const place of stored.places) {
    const ofPlace = inOrder(writes).filter((write) => write.place === place.id);
    expect(place.note).toBe(lastOf(ofPlace, 'note')?.value ?? '');
    for (const [who, { phone }] of people.entries()) {
      const isOwn = ({ account, version }: Written) =>
        account === phone.member.userId && (who === 0 || leftAt < version);
      const own = ofPlace.filter(isOwn);
      expect(place.wants.includes(keys[who] ?? '')).toBe(lastOf(own, 'wants')?.value ?? false);
      expect(dayOf(place, keys[who])).toBe(lastOf(own, 'visitedOn')?.value ?? null);
    }
  }
  const texts = stored.places.flatMap((place) => place.comments.map(({ text }) => text));
  expect(new Set(texts).size).toBe(texts.length);
  expect(comments).toEqual(expect.arrayContaining(texts));
}

const dayOf = ({ visits }: CollectionPlace, key: string | undefined) =>
  visits.find(({ by }) => by === key)?.on ?? null;
const lastOf = (writes: readonly Written[], field: Field) => writes.findLast((each) => each.field === field);

describe('두 사람이 함께 채우는 모음', () => {
  test(
    `온라인과 오프라인이 섞여도 둘에게 같고, 잃거나 겹치는 것이 없다 (${SEQUENCES})`,
    () =>
      playAll({
        sequence,
        count: SEQUENCES,
        play: async (steps) => {
          const played = await play(steps);
          expect(played.seen).toHaveLength(2);
          check(played);
        },
      }),
    60_000 + SEQUENCES * 20_000,
  );

  const CONTROLLED: Step[] = [
    { who: 0, do: 'look', at: 0 },
    { who: 1, do: 'look', at: 0 },
    { who: 0, do: 'note', at: 0 },
    { who: 1, do: 'lose-answer', at: 0 },
    { who: 1, do: 'comment', at: 1 },
    { who: 1, do: 'want', at: 2 },
  ];
  test('대조: 키가 없으면 댓글이 두 번 남고, 버전이 없으면 두 사람이 다른 것을 본다', async () => {
    check(await play(CONTROLLED));
    const twice = await play(CONTROLLED, { withoutKeys: true });
    expect(() => check(twice)).toThrow();
    const stale = await play(CONTROLLED, { withoutVersions: true });
    expect(() => check(stale)).toThrow();
  }, 120_000);

  test('연결 없이 다시 연 화면은 읽기를 기다리지 않는다', async () => {
    const played = await play([
      { who: 1, do: 'offline', at: 0 },
      { who: 1, do: 'kill-tab', at: 0 },
      { who: 1, do: 'look', at: 0 },
    ]);
    check(played);
    expect(played.seen).toHaveLength(2);
  }, 60_000);

  const OFFLINE_MOVES: Step[] = [
    { who: 0, do: 'offline', at: 0 },
    // Offline, the first person moves 나 after 다 and marks 다 with 가고 싶어요.
    { who: 0, do: 'move', at: 7 },
    { who: 0, do: 'want', at: 2 },
    // Meanwhile the second person moves 나 after 라, and 가 to the start.
    { who: 1, do: 'move', at: 13 },
    { who: 1, do: 'move', at: 0 },
    // The step `offline` first waits until these moves are sent.
    { who: 1, do: 'offline', at: 0 },
    { who: 0, do: 'online', at: 0 },
  ];
  test('오프라인에서 옮긴 것은 보낸 때에 정해지고, 다른 곳을 옮긴 것은 둘 다 남고, 쓴 것이 하나 빠지면 드러난다', async () => {
    const played = await play(OFFLINE_MOVES);
    check(played);
    const [first, second, third, fourth] = places;
    expect(played.stored.places.map(({ id }) => id)).toEqual([first, third, second, fourth]);
    expect(played.stored.places[1]?.wants).toEqual([played.keys[0]]);
    // The check must fail for a server that loses the first move, and for a server that applies it last.
    const [earliest, ...others] = inOrder(played.writes) as [Written, ...Written[]];
    expect(() => checkOrder({ ...played, writes: others })).toThrow();
    const late = { ...earliest, version: played.stored.version + 1 };
    expect(() => checkOrder({ ...played, writes: [...others, late] })).toThrow();
    const { stored } = played;
    const unwanted = stored.places.map((place) => ({ ...place, wants: [] }));
    const withoutWants = { ...stored, places: unwanted };
    expect(() => check({ ...played, stored: withoutWants, seen: [withoutWants] })).toThrow();
  }, 60_000);

  test('대조: 옮긴 것이나 가고 싶어요가 달라지면 드러난다', async () => {
    const distorted = await play(OFFLINE_MOVES, { isDistorted: true });
    for (const field of ['position', 'wants']) {
      const accepted = distorted.accepted.map((done) => done.filter((each) => each.field === field));
      expect(() => checkArrivals({ ...distorted, accepted })).toThrow();
    }
  }, 120_000);
});
