import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Journal, JournalEntry } from '#features/journal/journal.contract.ts';
import type { Action, NewAction } from '#web/outbox/actions.ts';
import { setOutbox } from '#web/outbox/page-outbox.ts';
import type { Outbox } from '#web/outbox/outbox.ts';
import { add, change, remove, restore } from './journal.outbox.ts';
import { entryQuery, journalQuery, useDeleteEntry } from './journal.queries.ts';

const id = '0190a5c4-0000-7000-8000-000000000001';
const journal: Journal = {
  version: 1,
  entries: [
    {
      id,
      restaurantId: null,
      restaurantName: '해달골 국밥',
      visitDate: 0,
      visitTime: null,
      photos: [],
      tagsWith: [],
      tagsOccasion: [],
      amountWon: null,
      createdAt: 1,
      updatedAt: 1,
      textStart: '김이 오르는'.repeat(50),
      isTextTruncated: true,
    },
  ],
};

/** Deletes the entry without a connection, as the timeline does. Returns the stored action. */
async function deleteOffline(client: QueryClient): Promise<Action> {
  const written: NewAction[] = [];
  const outbox = {
    write: async (action: NewAction) => {
      written.push(action);
      return null;
    },
    subscribe: () => {},
    delay: () => 'offline',
  };
  setOutbox(outbox as unknown as Outbox);
  onTestFinished(() => setOutbox(null));
  let deletion: ReturnType<typeof useDeleteEntry> | undefined;
  const Screen = () => {
    // oxlint-disable-next-line react/globals
    deletion = useDeleteEntry();
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)));
  await deletion?.mutateAsync({ entryId: id });
  const [action] = written;
  if (!action) throw new Error('The deletion was not stored.');
  return { ...action, seq: 1, id, account: 'mina', creates: false, createdAt: 0, format: 2, problem: null };
}

test.each([
  ['삭제를 취소하면', restore.show],
  ['삭제를 보내지 않고 버리면', remove.onDropped],
])('%s 펼치지 않은 긴 일지가 다시 보이고, 잘린 글이 온전한 글로 남지 않는다', async (_, putBack) => {
  const client = new QueryClient();
  client.setQueryData(journalQuery.queryKey, journal);
  const action = await deleteOffline(client);
  expect(client.getQueryData(journalQuery.queryKey)?.entries).toEqual([]);
  putBack(client, action);
  expect(client.getQueryData(journalQuery.queryKey)?.entries).toEqual(journal.entries);
  expect(client.getQueryData<JournalEntry>(entryQuery(id).queryKey)).toBeUndefined();
});

/** Replaces the storage of the device by a map in memory. */
function storeOnDevice(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return stored;
}

const refused = (code: string, journalText: string): Action => {
  const draft = {
    restaurantId: null,
    restaurantName: '해달골 국밥',
    visitDate: 0,
    visitTime: null,
    journalText,
  };
  const tags = { tagsWith: [], tagsOccasion: [], amountWon: null };
  const shown = { ...draft, ...tags, id, photos: [], createdAt: 1, updatedAt: 1 };
  const photo = { id, purpose: 'journal', width: 1, height: 1, thumbhash: '', alt: '', createdAt: 0 };
  const attachments = [
    { id: 'saved', photo, blob: null },
    { id: 'new', photo, blob: new Blob(['photo']) },
  ];
  return {
    seq: 1,
    id: 'a',
    account: 'mina',
    format: 2,
    kind: 'journal.change',
    object: id,
    creates: false,
    createdAt: 0,
    payload: { changes: { ...draft, ...tags, photoIds: [], basedOn: 1 }, attachments, shown },
    problem: { status: 404, code, params: {}, errors: [] },
  };
};
const draftsOn = (device: Map<string, string>) =>
  [...device].map(([key, text]) => ({ key, ...JSON.parse(text) }));

test('다른 기기에서 지운 일지의 수정은 그 글을 담은 새 일지로 연다', async () => {
  const device = storeOnDevice();
  const opened = await change.reopen?.(refused('journal.not_found', '지하철에서 고친 글'));
  expect(opened).toEqual({ path: '/app/momokzi-journal/write', isStored: true });
  expect(draftsOn(device)).toMatchObject([
    {
      key: 'momokzi.journal-draft.mina.new.',
      // The photos of the deleted entry are left out, because they cannot be attached to a new entry.
      values: { journalText: '지하철에서 고친 글', photos: [] },
      basedOn: null,
    },
  ]);
});

test('남아 있는 일지의 수정은 그 일지의 수정 화면에서 연다', async () => {
  const device = storeOnDevice();
  const opened = await change.reopen?.(refused('journal.changed_elsewhere', '고친 글'));
  expect(opened).toEqual({ path: `/app/momokzi-journal/${id}/edit`, isStored: true });
  expect(draftsOn(device)).toMatchObject([
    { values: { journalText: '고친 글', photos: [{ id }, { id }] }, basedOn: 1 },
  ]);
});

test('쓰던 일지가 있으면 그 글을 바꾸지 않고 연다', async () => {
  const device = storeOnDevice();
  await add.reopen?.(refused('photos.limit_reached', '먼저 쓰던 글'));
  const opened = await add.reopen?.(refused('photos.limit_reached', '보내지 못한 글'));
  expect(opened).toEqual({ path: '/app/momokzi-journal/write', isStored: false });
  expect(draftsOn(device)).toMatchObject([{ values: { journalText: '먼저 쓰던 글' } }]);
});
