import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import type { Journal, JournalEntry } from '#features/journal/journal.contract.ts';
import type { Action, NewAction } from '#web/outbox/actions.ts';
import { setOutbox } from '#web/outbox/page-outbox.ts';
import type { Outbox } from '#web/outbox/outbox.ts';
import { remove, restore } from './journal.outbox.ts';
import { entryQuery, journalQuery, useDeleteEntry } from './journal.queries.ts';

const id = '0190a5c4-0000-7000-8000-000000000001';
const journal: Journal = {
  version: 1,
  entries: [
    {
      ...{ id, restaurantId: null, restaurantName: '해달골 국밥', visitDate: 0, visitTime: null },
      ...{ photos: [], tagsWith: [], tagsOccasion: [], createdAt: 1, updatedAt: 1 },
      ...{ textStart: '김이 오르는'.repeat(50), isTextTruncated: true },
    },
  ],
};

/** Deletes the entry without a connection, as the timeline does, and returns the stored action. */
async function deleteOffline(client: QueryClient): Promise<Action> {
  const written: NewAction[] = [];
  const outbox = { write: async (action: NewAction) => (written.push(action), null), subscribe: () => {} };
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
  return { ...action, seq: 1, id, account: 'mina', creates: false, createdAt: 0, problem: null };
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
