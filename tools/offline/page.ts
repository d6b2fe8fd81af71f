import { QueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { objectIdOf } from '#common/object-id.ts';
import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { addRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { restaurantToAdd } from '#features/restaurants/web/added-restaurant.rules.ts';
import type { AddPayload } from '#features/restaurants/web/outbox-payloads.ts';
import {
  addJournalEntry,
  type CheckedJournalDraft,
  type JournalEntry,
} from '#features/journal/journal.contract.ts';
import type { AddEntryPayload, ChangeEntryPayload } from '#features/journal/web/outbox-payloads.ts';
import { addComment } from '#features/collections/collections.contract.ts';
import { collectionQuery } from '#features/collections/web/collections.documents.ts';
import { call } from '#web/api.ts';
import { type Action, registerKinds } from '#web/outbox/actions.ts';
import { openActionStore } from '#web/outbox/action-store.ts';
import { sendActions, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import { registerWorker } from '#web/offline/worker.ts';
import { startOutbox } from '#web/routes/start-outbox.ts';
import type { OutboxPage } from './outbox-page.ts';

const store = openActionStore();
let uid = '';
let queryClient = new QueryClient();

/**
 * Key in localStorage of the ids of the actions that the server refused while the page waited for the answer. The
 * outbox deletes refused actions. In the product, the text of the member is then only in the form.
 */
const REFUSED = 'refused';
const refused = (): string[] => JSON.parse(localStorage.getItem(REFUSED) ?? '[]') as string[];

/**
 * What the screens show of an object: the memo of a place, or a whole journal entry. The value is in localStorage, so it remains when a tab is
 * killed.
 */
const seen = {
  read: <Seen>(object: string) => JSON.parse(localStorage.getItem(`seen ${object}`) ?? 'null') as Seen | null,
  write: (object: string, value: unknown) => localStorage.setItem(`seen ${object}`, JSON.stringify(value)),
};

/** Resolves when the action is stored on the device, or when the server has already answered it. */
async function act(action: Parameters<typeof writeThroughOutbox>[0] & { id: string }): Promise<string> {
  let isAnswered = false;
  void writeThroughOutbox(action, { failed: ({ message }) => message })
    .catch(() => localStorage.setItem(REFUSED, JSON.stringify([...refused(), action.id])))
    .finally(() => (isAnswered = true));
  const isStored = async () => (await store.of(uid)).some(({ id }) => id === action.id);
  while (!isAnswered && !(await isStored())) await new Promise((resolve) => setTimeout(resolve, 1));
  return action.id;
}

const page: OutboxPage = {
  start: (account) => {
    uid = account;
    queryClient = new QueryClient();
    queryClient.setQueryData(['me'], { uid });
    startOutbox(queryClient);
  },
  forgetIds: () => {
    registerKinds('restaurants', async () => {
      const kinds = await import('#features/restaurants/web/restaurants.outbox.ts');
      const send: typeof kinds.add.send = ({ payload }) =>
        call(addRestaurant, { body: (payload as AddPayload).body, idempotencyKey: crypto.randomUUID() });
      return { ...kinds, add: { ...kinds.add, send } };
    });
    registerKinds('journal', async () => {
      const kinds = await import('#features/journal/web/journal.outbox.ts');
      const send: typeof kinds.add.send = ({ payload }) =>
        call(addJournalEntry, {
          body: { ...(payload as AddEntryPayload).draft, photoIds: [] },
          idempotencyKey: crypto.randomUUID(),
        });
      return { ...kinds, add: { ...kinds.add, send } };
    });
  },
  add: async (name) => {
    const id = v7();
    const body: NewRestaurant = {
      place: { from: 'hand', name, address: '서울 중구', coordinates: null, phoneNumber: '' },
    };
    const shown = restaurantToAdd({ body, id, userId: uid, seen: undefined, now: Date.now() });
    const payload: AddPayload = { body, shown };
    await act({ id, kind: 'restaurants.add', object: shown.id, payload, creates: true });
    return { id, object: shown.id };
  },
  onPlace: (name, restaurantId, changes = {}) =>
    act({
      id: v7(),
      kind: `restaurants.${name}`,
      object: restaurantId,
      payload: { restaurantId, before: null, ...(name === 'change' && { changes }) },
    }),
  memo: async (restaurantId, text) => {
    const basedOn = { sourceMemo: seen.read<string>(restaurantId) ?? '' };
    seen.write(restaurantId, text);
    return act({
      id: v7(),
      kind: 'restaurants.change',
      object: restaurantId,
      payload: { restaurantId, before: null, changes: { sourceMemo: text }, basedOn },
    });
  },
  rewrite: async (entryId, text) => {
    const before = seen.read<JournalEntry>(entryId) as JournalEntry;
    const { restaurantId, restaurantName, visitDate, visitTime, tagsWith, tagsOccasion } = before;
    const fields = { restaurantId, restaurantName, visitDate, visitTime, tagsWith, tagsOccasion };
    const shown = { ...before, journalText: text, photos: [] };
    const changes = { ...fields, journalText: text, photoIds: [], basedOn: before.updatedAt };
    const payload: ChangeEntryPayload = { changes, attachments: [], shown };
    seen.write(entryId, shown);
    return act({ id: v7(), kind: 'journal.change', object: entryId, payload });
  },
  showServerState: async ({ places, entries }) => {
    const waiting = new Set((await store.of(uid)).map(({ object }) => object));
    for (const { id, sourceMemo } of places) if (!waiting.has(id)) seen.write(id, sourceMemo);
    for (const { id, updatedAt } of entries) {
      const entry = seen.read<JournalEntry>(id);
      if (entry && !waiting.has(id)) seen.write(id, { ...entry, updatedAt });
    }
  },
  write: async (text, photo) => {
    const id = v7();
    const draft: CheckedJournalDraft = {
      restaurantId: null,
      restaurantName: '국밥집',
      visitDate: 1_776_470_400_000,
      visitTime: null,
      journalText: text,
      photoIds: [],
      tagsWith: [],
      tagsOccasion: [],
      amountWon: null,
    };
    const object = objectIdOf({ userId: uid, id });
    const bytes = Uint8Array.from(atob(photo), (character) => character.codePointAt(0) ?? 0);
    const attachments = [
      { id: crypto.randomUUID(), photo: null, blob: new Blob([bytes], { type: 'image/webp' }) },
    ];
    const { photoIds: _, ...fields } = draft;
    const shown = { ...fields, id: object, photos: [], createdAt: Date.now(), updatedAt: Date.now() };
    const payload: AddEntryPayload = { draft, attachments, shown };
    seen.write(object, shown);
    await act({ id, kind: 'journal.add', object, payload, creates: true });
    return { id, object };
  },
  onCollection: (name, object, payload) =>
    act({
      id: v7(),
      kind: `collections.${name}`,
      object,
      payload: { name: '', before: null, me: '', ...payload },
    }),
  comment: async (params, text, { withoutKey = false } = {}) => {
    const key = crypto.randomUUID();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        const idempotencyKey = withoutKey ? crypto.randomUUID() : key;
        await call(addComment, { params, body: { text }, idempotencyKey });
        return true;
      } catch (problem) {
        if ((problem as { code: string }).code !== 'network.failed') return false;
      }
    }
    return false;
  },
  collection: (collectionId) =>
    queryClient
      .fetchQuery({ ...collectionQuery(collectionId), networkMode: 'always', retry: false, staleTime: 0 })
      .catch(() => null),
  forgetVersions: () => {
    const send = window.fetch;
    window.fetch = (address, options) =>
      send(
        typeof address === 'string' ? address.replace(/\/since\/\d+/, '/since/9007199254740991') : address,
        options,
      );
  },
  distort: () => {
    const send = window.fetch;
    window.fetch = (address, options) => {
      const body = typeof options?.body === 'string' ? options.body : '{}';
      const { after, wants, ...others } = JSON.parse(body) as Record<string, unknown>;
      if (after === undefined && wants === undefined) return send(address, options);
      const distorted = after === undefined ? { ...others, wants: !wants } : { ...others, after: null };
      return send(address, { ...options, body: JSON.stringify(distorted) });
    };
  },
  shiftClock: (milliseconds) => {
    const now = Date.now;
    Date.now = () => now() + milliseconds;
  },
  send: () => sendActions(),
  storeAgain: async () => {
    const [{ seq: _, ...action }] = (await store.of(uid)) as [Action];
    await store.put(action);
  },
  abortWrites: () => {
    // Called with the database as `this` below.
    // oxlint-disable-next-line typescript/unbound-method
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...args) {
      const transaction = begin.apply(this, args);
      queueMicrotask(() => {
        try {
          if (transaction.mode === 'readwrite') transaction.abort();
        } catch {
          // The transaction cannot be aborted, because it is already committing.
        }
      });
      return transaction;
    };
  },
  storedActions: async () =>
    (await store.of(uid)).map(({ id, problem, object }) => ({ id, object, code: problem?.code ?? null })),
  refused,
};

Object.assign(window, { outbox: page });
void registerWorker();
