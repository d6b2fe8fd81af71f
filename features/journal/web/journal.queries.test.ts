import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import type { Action, NewAction } from '#web/outbox/actions.ts';
import type { Outbox } from '#web/outbox/outbox.ts';
import { setOutbox } from '#web/outbox/page-outbox.ts';
import { useChangeEntry } from './journal.queries.ts';
import type { ChangeEntryPayload } from './outbox-payloads.ts';

const ENTRY = '0190a5c4-0000-7000-8000-000000000001';
const OTHER = '0190a5c4-0000-7000-8000-000000000002';
const onDevice = (id: string) => ({ id, photo: null, blob: new Blob([id]) });
const uploaded = (id: string) => ({
  ...onDevice(id),
  photo: { id, purpose: 'journal' as const, width: 1, height: 1, thumbhash: '', alt: '', createdAt: 0 },
});
const draft = {
  ...{ restaurantId: null, restaurantName: '해달골 국밥', visitDate: 0, visitTime: null },
  ...{ journalText: '고친 글', tagsWith: [], tagsOccasion: [], photoIds: [] },
};

test('보내기를 기다리는 일지를 고쳐도, 아직 올리지 못한 사진은 남는다', async () => {
  const waiting = [
    actionOf(ENTRY, [onDevice('first'), uploaded('sent')]),
    actionOf(ENTRY, [onDevice('first'), uploaded('sent'), onDevice('second')]),
    actionOf(OTHER, [onDevice('other')]),
  ];
  const { attachments } = await changeOffline(waiting, [uploaded('sent'), onDevice('third')]);
  expect(attachments.map(({ id }) => id)).toEqual(['sent', 'third', 'first', 'second']);
});

test('거절된 수정의 사진은 붙이지 않는다', async () => {
  const problem = { status: 409, code: 'journal.changed_elsewhere', params: {}, errors: [] };
  const refused = { ...actionOf(ENTRY, [onDevice('first')]), problem };
  expect((await changeOffline([refused], [])).attachments).toEqual([]);
});

const actionOf = (object: string, attachments: ChangeEntryPayload['attachments']): Action => ({
  ...{ seq: 1, id: 'a', account: 'mina', kind: 'journal.change', object, creates: false, createdAt: 0 },
  ...{ payload: { attachments }, problem: null },
});

/** Saves the form of the entry without a connection, and returns what is stored. */
async function changeOffline(
  waiting: readonly Action[],
  attachments: ChangeEntryPayload['attachments'],
): Promise<ChangeEntryPayload> {
  const written: NewAction[] = [];
  const write = async (action: NewAction) => (written.push(action), null);
  setOutbox({ actions: () => waiting, write, subscribe: () => {} } as unknown as Outbox);
  onTestFinished(() => setOutbox(null));
  let change: ReturnType<typeof useChangeEntry> | undefined;
  const Form = () => {
    // oxlint-disable-next-line react/globals
    change = useChangeEntry({ onSaved: () => {}, onRejected: () => {} });
    return null;
  };
  const client = new QueryClient();
  renderToString(createElement(QueryClientProvider, { client }, createElement(Form)));
  await change?.mutateAsync({ entryId: ENTRY, basedOn: 1, draft, attachments });
  return written[0]?.payload as ChangeEntryPayload;
}
