import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Journal, JournalEntry } from '#features/journal/journal.contract.ts';
import { purgeJournal } from '#features/journal/server/purge-journal.ts';
import { someWebp } from '#features/photos/server/photos.test-factory.ts';
import type { MyList } from '#features/restaurants/restaurants.contract.ts';
import { purgeDeletedRestaurants } from '#features/restaurants/server/purge-deleted-restaurants.ts';
import type { OutboxPage } from './outbox-page.ts';
import { openPhones, type Phone, type Phones, playAll, sendAll } from './phones.ts';

/**
 * Random sequences of actions and failures, in a real browser against a real server. Afterwards the server must have
 * each accepted action exactly once, and no other action. `npm run test:offline` runs 300,
 * `npm test` a few.
 */
const SEQUENCES = Number(process.env.OFFLINE_SEQUENCES ?? 5);
const PORT = process.env.OFFLINE_PORT ?? '20311';

const ACTIONS = ['add', 'edit', 'memo', 'stamp', 'delete', 'undo', 'entry', 'edit-entry'] as const;
const EVENTS = [
  'offline',
  'online',
  'lose-answer',
  'kill-tab',
  'second-tab',
  'expire-session',
  'fill-list',
  'next-month',
  // These two actions are done on another phone of the same member, which is always online.
  'other-memo',
  'other-entry',
] as const;
/**
 * `show` sends all stored actions, then shows the state of the server on the screens. `await-loss` waits until an
 * answer has been lost.
 */
type Step = {
  do: (typeof ACTIONS)[number] | (typeof EVENTS)[number] | 'kill-server' | 'show' | 'await-loss';
  at: number;
};

const step = fc.record({
  do: fc.oneof(
    { weight: 28, arbitrary: fc.constantFrom(...ACTIONS) },
    { weight: 19, arbitrary: fc.constantFrom(...EVENTS) },
    // The weight is low, because a restart of the server takes as long as several sequences.
    { weight: 1, arbitrary: fc.constant('kill-server' as const) },
  ),
  at: fc.nat(99),
});
const sequence = fc.array(step, { minLength: 6, maxLength: 18 });

let phones: Phones;
let photo: string;

beforeAll(async () => {
  [phones, photo] = await Promise.all([
    openPhones({ port: PORT }),
    someWebp({ width: 16, height: 12 }).then((bytes) => bytes.toString('base64')),
  ]);
});
afterAll(() => phones?.close());

/** An action that was done. `does` applies the effect of the action to the expected state. */
type Done = { id: string; object: string; does: (state: State) => void };
type Place = { name: string; rating: number | null; status: string; sourceMemo: string };
type Entry = { text: string; photos: number };
type State = { places: Map<string, Place & { isDeleted: boolean }>; entries: Map<string, Entry> };

declare const outbox: OutboxPage;

async function play(steps: readonly Step[], { withoutIds = false } = {}) {
  const { server, signIn } = phones;
  const phone = await phones.openPhone({ withoutIds });
  const done: Done[] = [];
  const wrote = new Set<string>();
  let isServerUp = true;
  let awaited = 0;
  try {
    for (const [nth, { do: what, at }] of steps.entries()) {
      const tab = phone.tab(at);
      const places = done.filter(({ object }) => object.startsWith('own:'));
      const object = places[at % Math.max(1, places.length)]?.object;
      const entry = [...wrote][at % Math.max(1, wrote.size)];
      const name = `곳 ${nth}`;
      const onPlace = async (
        kind: 'change' | 'remove' | 'restore',
        changes: Partial<Place>,
        does: (place: Place & { isDeleted: boolean }) => void,
      ) => {
        if (object === undefined) return;
        const id = await tab.evaluate(([given, target, values]) => outbox.onPlace(given, target, values), [
          kind,
          object,
          changes,
        ] as const);
        done.push({
          id,
          object,
          does: ({ places: now }) => {
            const place = now.get(object);
            if (place) does(place);
          },
        });
      };
      if (what === 'add') {
        const added = await tab.evaluate((given) => outbox.add(given), name);
        done.push({
          ...added,
          does: ({ places: now }) =>
            now.set(added.object, {
              name,
              rating: null,
              status: '방문 예정',
              sourceMemo: '',
              isDeleted: false,
            }),
        });
      } else if (what === 'entry') {
        const written = await tab.evaluate(([text, bytes]) => outbox.write(text, bytes), [
          name,
          photo,
        ] as const);
        wrote.add(written.object);
        done.push({
          ...written,
          does: ({ entries: now }) => now.set(written.object, { text: name, photos: 1 }),
        });
      } else if (what === 'edit') {
        const rating = 1 + (at % 5);
        await onPlace('change', { rating }, (place) => Object.assign(place, { rating }));
      } else if (what === 'memo' && object !== undefined) {
        if (isServerUp && !phone.isOffline()) await showServerState(phone, tab);
        const id = await tab.evaluate(([place, text]) => outbox.memo(place, text), [object, name] as const);
        done.push({ id, object, does: ({ places: now }) => setMemo(now.get(object), name) });
      } else if (what === 'edit-entry' && entry !== undefined) {
        if (isServerUp && !phone.isOffline()) await showServerState(phone, tab);
        const id = await tab.evaluate(([target, text]) => outbox.rewrite(target, text), [
          entry,
          name,
        ] as const);
        done.push({
          id,
          object: entry,
          does: ({ entries: now }) => now.set(entry, { text: name, photos: 0 }),
        });
      } else if (what === 'other-memo' && isServerUp && object !== undefined) {
        const isWritten = await onOtherPhone(phone, (other) =>
          other.patch(`/api/my-restaurants/${object}`, { data: { sourceMemo: name } }),
        );
        if (isWritten)
          done.push({
            id: `other ${nth}`,
            object,
            does: ({ places: now }) => setMemo(now.get(object), name),
          });
      } else if (what === 'other-entry' && isServerUp && entry !== undefined) {
        const isWritten = await onOtherPhone(phone, async (other) => {
          const found = await other.get(`/api/journal/entries/${entry}`);
          if (!found.ok()) return found;
          const { updatedAt } = (await found.json()) as JournalEntry;
          return other.put(`/api/journal/entries/${entry}`, {
            data: { ...ENTRY_FIELDS, journalText: name, basedOn: updatedAt },
          });
        });
        if (isWritten)
          done.push({
            id: `other ${nth}`,
            object: entry,
            does: ({ entries: now }) => now.set(entry, { text: name, photos: 0 }),
          });
      } else if (what === 'stamp') {
        const status = at % 2 ? '방문 완료' : '방문 예정';
        await onPlace('change', { status }, (place) => Object.assign(place, { status }));
      } else if (what === 'delete') {
        await onPlace('remove', {}, (place) => Object.assign(place, { isDeleted: true }));
      } else if (what === 'undo') {
        await onPlace('restore', {}, (place) => Object.assign(place, { isDeleted: false }));
      } else if (what === 'offline' || what === 'online') await phone.setOffline(what === 'offline');
      else if (what === 'lose-answer') phone.loseAnswer();
      else if (what === 'kill-tab') await phone.killTabs();
      else if (what === 'second-tab') await phone.openSecondTab();
      else if (what === 'kill-server' && isServerUp) {
        isServerUp = false;
        await server.kill();
      } else if (what === 'show') {
        await sendAll(phone);
        await showServerState(phone, tab);
      } else if (what === 'await-loss') {
        await expect.poll(phone.lost).toBe((awaited += 1));
      } else if (what === 'expire-session') {
        await sql`delete from sessions where user_id = ${phone.member.userId}`.execute(server.database);
      } else if (what === 'fill-list') await fillList(phone.member.userId);
      else if (what === 'next-month') {
        await simulateMonth();
        await tab.evaluate((month) => outbox.shiftClock(month), 31 * 86_400_000);
      }
    }
    if (!isServerUp) await server.restart();
    isServerUp = true;
    phone.reset();
    await phone.setOffline(false);
    await signIn(phone.context.request, phone.member);
    const left = await sendAll(phone);
    const refused = new Set(await phone.tab().evaluate(() => outbox.refused()));
    return { left, refused, done, ...(await stored(phone)) };
  } finally {
    if (!isServerUp) await server.restart();
    await phone.context.close();
  }
}

const ENTRY_FIELDS = { restaurantName: '국밥집', visitDate: 1_776_470_400_000 };

const setMemo = (place: Place | undefined, sourceMemo: string) =>
  place && Object.assign(place, { sourceMemo });

/** @returns whether the server accepted the write */
async function onOtherPhone(
  { member }: Phone,
  write: (other: APIRequestContext) => Promise<{ ok: () => boolean }>,
): Promise<boolean> {
  const { origin } = phones;
  const other = await requests.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  try {
    await phones.signIn(other, member);
    return (await write(other)).ok();
  } finally {
    await other.dispose();
  }
}

/**
 * Shows the state of the server on the screens. Places and entries with stored actions keep the state of the device.
 */
async function showServerState(phone: Phone, tab: Page): Promise<void> {
  const saved = await stored(phone).catch(() => null);
  if (saved) await tab.evaluate((given) => outbox.showServerState(given), saved);
}

/** Fills the list of the member, so that the free limit allows at most one more place. */
async function fillList(userId: string): Promise<void> {
  const { server } = phones;
  await sql`
    insert into restaurant_lists (user_id) values (${userId}) on conflict do nothing`.execute(
    server.database,
  );
  await sql`
    insert into restaurants_public (id, provider, name, address)
    select 'filler-' || n, 'local', '채움', '서울' from generate_series(1, 9) as n on conflict do nothing
  `.execute(server.database);
  await sql`
    insert into my_restaurants (user_id, restaurant_id, status)
    select ${userId}, 'filler-' || n, '방문 예정' from generate_series(1, 9) as n on conflict do nothing
  `.execute(server.database);
}

async function simulateMonth(): Promise<void> {
  const { server } = phones;
  await sql`delete from idempotency_keys`.execute(server.database);
  await sql`update my_restaurants set deleted_at = deleted_at - interval '31 days'`.execute(server.database);
  await sql`update journal_entries set deleted_at = deleted_at - interval '31 days'`.execute(server.database);
  await sql`update photos set removed_at = now() where used_by is null`.execute(server.database);
  await purgeDeletedRestaurants(server.on);
  await purgeJournal(server.on);
}

async function stored({ context }: Phone) {
  const get = async <Answer>(url: string) =>
    (await (await context.request.get(`${phones.origin}${url}`)).json()) as Answer;
  const { restaurants } = await get<MyList>('/api/my-restaurants');
  const { entries } = await get<Journal>('/api/journal');
  return {
    places: restaurants
      .filter(({ id }) => id.startsWith('own:'))
      .map(({ id, name, rating, status, sourceMemo }) => ({ id, name, rating, status, sourceMemo })),
    entries: entries.map(({ id, textStart, photos, updatedAt }) => ({
      id,
      text: textStart,
      photos: photos.length,
      updatedAt,
    })),
  };
}

/** Returns the expected state: each accepted action happened once, in order. */
function expected({
  done,
  left,
  refused,
}: Pick<Awaited<ReturnType<typeof play>>, 'done' | 'left' | 'refused'>) {
  const open = new Set(left.map(({ id }) => id));
  const state: State = { places: new Map(), entries: new Map() };
  for (const { id, does } of done) if (!open.has(id) && !refused.has(id)) does(state);
  return {
    places: [...state.places].flatMap(([id, { isDeleted, ...place }]) => (isDeleted ? [] : { id, ...place })),
    entries: [...state.entries].map(([id, entry]) => ({ id, ...entry })),
  };
}

const inOrder = <Item extends { id: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));

describe('밖에서 쓴 것', () => {
  test(
    `서버에 정확히 한 번씩만 남는다 (${SEQUENCES})`,
    () =>
      playAll({
        sequence,
        count: SEQUENCES,
        play: async (steps) => {
          const result = await play(steps);
          const wanted = expected(result);
          expect(inOrder(result.places)).toEqual(inOrder(wanted.places));
          const entries = result.entries.map(({ updatedAt: _, ...entry }) => entry);
          expect(inOrder(entries)).toEqual(inOrder(wanted.entries));
        },
      }),
    60_000 + SEQUENCES * 20_000,
  );

  test('다른 기기가 먼저 고친 글과 일지는 덮어쓰지 않고, 이 기기의 글은 남는다', async () => {
    const { left, places, entries } = await play([
      { do: 'add', at: 0 },
      { do: 'entry', at: 0 },
      { do: 'show', at: 0 },
      { do: 'offline', at: 0 },
      { do: 'memo', at: 0 },
      { do: 'edit-entry', at: 0 },
      { do: 'other-memo', at: 0 },
      { do: 'other-entry', at: 0 },
      { do: 'online', at: 0 },
    ]);
    expect(left.map(({ code }) => code)).toEqual([
      'restaurants.changed_elsewhere',
      'journal.changed_elsewhere',
    ]);
    expect(places).toMatchObject([{ sourceMemo: '곳 6' }]);
    expect(entries).toMatchObject([{ text: '곳 7' }]);
  });

  test('저장하는 순간에 화면을 떠나도, 같은 것을 다시 저장해도 기기에 한 번 남는다', async () => {
    const phone = await phones.openPhone();
    try {
      await phone.setOffline(true);
      const ids = await phone.tab().evaluate(async () => {
        outbox.abortWrites();
        const { object } = await outbox.add('떠나며 담은 곳');
        await outbox.onPlace('change', object, { rating: 3 });
        await outbox.storeAgain();
        return (await outbox.storedActions()).map(({ id }) => id);
      });
      expect(new Set(ids).size).toBe(2);
      expect(ids).toHaveLength(2);
    } finally {
      await phone.context.close();
    }
  });

  test('대조: id와 키가 없으면 답을 잃은 것이 두 번 저장된다', async () => {
    const steps: Step[] = [
      { do: 'lose-answer', at: 0 },
      { do: 'add', at: 0 },
      // Without this step, the tab could be closed before the request is sent, or the loss could be switched off at the
      // end.
      { do: 'await-loss', at: 0 },
      { do: 'kill-tab', at: 0 },
      // This step sends the repeated `add` first, so that the second loss affects `entry`.
      { do: 'show', at: 0 },
      { do: 'lose-answer', at: 0 },
      { do: 'entry', at: 0 },
      { do: 'await-loss', at: 0 },
    ];
    const { places, entries } = await play(steps, { withoutIds: true });
    expect(places.length).toBeGreaterThan(1);
    expect(entries.length).toBeGreaterThan(1);
    const once = await play(steps);
    expect([once.places.length, once.entries.length]).toEqual([1, 1]);
  });
});
