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
  restaurantId: null,
  restaurantName: '해달골 국밥',
  visitDate: 0,
  visitTime: null,
  journalText: '고친 글',
  tagsWith: [],
  tagsOccasion: [],
  amountWon: null,
  photoIds: [],
};

test('보내기를 기다리는 일지를 고쳐도, 아직 올리지 못한 사진은 남는다', async () => {
  const waiting = [
    actionOf(ENTRY, [onDevice('first'), uploaded('shown')]),
    actionOf(ENTRY, [onDevice('first'), uploaded('shown'), onDevice('second')]),
    actionOf(OTHER, [onDevice('other')]),
  ];
  const photos = await changeOffline(waiting, [uploaded('shown'), onDevice('third')], 'paid');
  expect(photos).toEqual(['shown', 'third', 'first', 'second']);
});

test('양식에서 지운 사진은 돌아오지 않고, 보이지 않던 사진만 남는다', async () => {
  const uploadedLater = actionOf(ENTRY, [uploaded('shown'), uploaded('hidden')], ['shown']);
  expect(await changeOffline([uploadedLater], [], 'paid')).toEqual(['hidden']);
});

test('무료 회원이 같은 사진을 다시 골라도 한 장을 넘지 않는다', async () => {
  const waiting = [actionOf(ENTRY, [onDevice('first')])];
  expect(await changeOffline(waiting, [onDevice('again')], 'free')).toEqual(['again']);
});

test('거절된 수정의 사진은 붙이지 않는다', async () => {
  const problem = { status: 409, code: 'journal.changed_elsewhere', params: {}, errors: [] };
  const refused = { ...actionOf(ENTRY, [onDevice('first')]), problem };
  expect(await changeOffline([refused], [], 'paid')).toEqual([]);
});

type Attachments = ChangeEntryPayload['attachments'];

const actionOf = (object: string, attachments: Attachments, shown: readonly string[] = []): Action => ({
  seq: 1,
  id: 'a',
  account: 'mina',
  format: 2,
  kind: 'journal.change',
  object,
  creates: false,
  createdAt: 0,
  payload: { attachments, shown: { photos: shown.map((id) => ({ id })) } },
  problem: null,
});

/** Saves the form of the entry without a connection. @returns the ids of the photos that are stored on the device */
async function changeOffline(
  waiting: readonly Action[],
  attachments: Attachments,
  tier: 'free' | 'paid',
): Promise<string[]> {
  const written: NewAction[] = [];
  const write = async (action: NewAction) => {
    written.push(action);
    return null;
  };
  setOutbox({
    actions: () => waiting,
    write,
    subscribe: () => {},
    delay: () => 'offline',
  } as unknown as Outbox);
  onTestFinished(() => setOutbox(null));
  let change: ReturnType<typeof useChangeEntry> | undefined;
  const Form = () => {
    // oxlint-disable-next-line react/globals
    change = useChangeEntry({ onSaved: () => {}, onRejected: () => {} });
    return null;
  };
  const client = new QueryClient();
  client.setQueryData(['me'], { tier });
  renderToString(createElement(QueryClientProvider, { client }, createElement(Form)));
  await change?.mutateAsync({ entryId: ENTRY, basedOn: 1, draft, attachments });
  const payload = written[0]?.payload as ChangeEntryPayload | undefined;
  return payload?.attachments.map(({ id }) => id) ?? ['not stored'];
}
