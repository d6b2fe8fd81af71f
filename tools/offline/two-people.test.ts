import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Collection, CollectionPlace } from '#features/collections/collections.contract.ts';
import { collectionsOf, jointOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { OutboxPage } from './page.ts';
import { openPhones, type Phone, type Phones, sendAll } from './phones.ts';

declare const outbox: OutboxPage;

/**
 * Random interleavings of two people on one joint collection, each with a phone that is online or offline, in a real
 * browser against a real server. Afterwards both have the same collection, and every accepted action is in it once.
 */
const SEQUENCES = Number(process.env.OFFLINE_SEQUENCES ?? 3);
/** The port after that of property.test.ts, which may run at the same time. */
const PORT = String(Number(process.env.OFFLINE_PORT ?? '20311') + 1);

const ACTIONS = ['add', 'remove', 'restore', 'move', 'note', 'want', 'stamp', 'comment'] as const;
const EVENTS = ['offline', 'online', 'lose-answer', 'kill-tab', 'look'] as const;
/** Changes of the other person's membership. That person leaves and joins; the owner makes the other changes. */
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

type Field = 'presence' | 'note' | 'wants' | 'visitedOn';
type Done = { id: string; place: string; field: Field | 'position'; value: unknown };
type Person = { phone: Phone; done: Done[]; comments: string[]; api: Api };
type Api = ReturnType<typeof apiOf>;
const apiOf = ({ member }: Phone) => ({
  ...collectionsOf(phones.server.on.app, member),
  ...jointOf(phones.server.on.app, member),
});

async function play(steps: readonly Step[], { withoutKeys = false, withoutVersions = false } = {}) {
  const onTab = async (tab: Page) => {
    if (withoutVersions) await tab.evaluate(() => outbox.forgetVersions());
  };
  const open = async (): Promise<Person> => {
    const phone = await phones.openPhone({ onTab });
    return { phone, done: [], comments: [], api: apiOf(phone) };
  };
  const people = [await open(), await open()] as const;
  const [owner, other] = people;
  try {
    await makePaid(phones.server, owner.phone.member);
    const { id: collectionId } = await owner.api.made({ restaurantIds: places.slice(0, 4) });
    const join = async () =>
      other.api.join((await owner.api.putInvite(collectionId, 'editor')).json().invite.id);
    await join();
    const otherKey = (await other.api.read(collectionId)).json<Collection>().me;
    // Leaving deletes the other person's reactions, that is, the effect of their actions before this index.
    let forgottenBefore = 0;
    for (const [nth, { who, do: what, at }] of steps.entries()) {
      const { phone, done, comments } = people[who];
      const restaurantId = places[at % places.length];
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
        const after = at % 3 === 0 ? null : places[(at + 1) % places.length];
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
        // What waits on a phone without a connection arrives later.
        const waiting = other.phone.isOffline()
          ? new Set((await other.phone.tab().evaluate(() => outbox.left())).map(({ id }) => id))
          : new Set((await sendAll(other.phone)).map(({ id }) => id));
        const by = what === 'leave' ? other : owner;
        expect((await by.api.removeMember(collectionId, otherKey)).statusCode).toBeOneOf([200, 404]);
        const first = other.done.findIndex(({ id }) => waiting.has(id));
        forgottenBefore = first === -1 ? other.done.length : first;
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
    const forgotten = new Set(other.done.slice(0, forgottenBefore).map(({ id }) => id));
    const seen: (Collection | null)[] = [];
    for (const { phone } of people)
      seen.push(await phone.tab().evaluate((id) => outbox.collection(id), collectionId));
    const stored = (await owner.api.read(collectionId)).json<Collection>();
    const keys = [stored.me, otherKey];
    return { accepted, forgotten, seen, stored, keys, comments: people.flatMap((person) => person.comments) };
  } finally {
    for (const { phone } of people) await phone.context.close();
  }
}
type Played = Awaited<ReturnType<typeof play>>;

/** The parts of a collection that are the same for every reader. */
const shared = (collection: Collection | null) =>
  collection && { version: collection.version, people: collection.people, places: collection.places };

function check({ accepted, forgotten, seen, stored, keys, comments }: Played): void {
  // Both have what the server has.
  for (const each of seen) expect(shared(each)).toEqual(shared(stored));
  const ids = stored.places.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const byId = new Map(stored.places.map((place) => [place.id, place]));
  for (const [nth, id] of places.entries()) {
    const place = byId.get(id);
    expect([place !== undefined]).toContainEqual(
      oneOf(accepted, id, 'presence', nth < 4, place !== undefined),
    );
    if (!place) continue;
    expect(place.note).toEqual(oneOf(accepted, id, 'note', '', place.note));
    for (const [who, key] of keys.entries()) {
      const own = (accepted[who] ?? []).filter((done) => done.place === id && !forgotten.has(done.id));
      expect(place.wants.includes(key)).toBe(lastOf(own, 'wants')?.value ?? false);
      expect(dayOf(place, key)).toBe(lastOf(own, 'visitedOn')?.value ?? null);
    }
  }
  const texts = stored.places.flatMap((place) => place.comments.map(({ text }) => text));
  expect(new Set(texts).size).toBe(texts.length);
  expect(comments).toEqual(expect.arrayContaining(texts));
}

const dayOf = ({ visits }: CollectionPlace, key: string) => visits.find(({ by }) => by === key)?.on ?? null;
const lastOf = (done: readonly Done[], field: Field) => done.findLast((each) => each.field === field);

/**
 * The expected value of a field that both people may change: `now` if it equals the last accepted change of one of
 * them, otherwise one of these changes.
 */
function oneOf(
  accepted: readonly (readonly Done[])[],
  place: string,
  field: Field,
  before: unknown,
  now: unknown,
) {
  const last = accepted.flatMap(
    (done) =>
      lastOf(
        done.filter((each) => each.place === place),
        field,
      ) ?? [],
  );
  const values = last.length === 0 ? [before] : last.map(({ value }) => value);
  return values.includes(now) ? now : values[0];
}

describe('두 사람이 함께 채우는 모음', () => {
  test(
    `온라인과 오프라인이 섞여도 둘에게 같고, 잃거나 겹치는 것이 없다 (${SEQUENCES})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          const played = await play(steps);
          expect(played.seen).toHaveLength(2);
          check(played);
        }),
        { numRuns: SEQUENCES, endOnFailure: true },
      );
    },
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
});
