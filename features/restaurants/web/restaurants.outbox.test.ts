import { expect, onTestFinished, test, vi } from 'vitest';
import type { Action } from '#web/outbox/actions.ts';
import { readAddDraft } from './add/draft.ts';
import { add } from './restaurants.outbox.ts';
import { restaurant } from './restaurants.test-factory.ts';

const refused = (name: string): Action => ({
  ...{ seq: 1, id: 'a', account: 'mina', kind: 'restaurants.add', object: 'a', creates: true, createdAt: 0 },
  payload: {
    body: { place: { from: 'hand', name, address: '', coordinates: null, phoneNumber: '' } },
    shown: restaurant({ name }),
  },
  problem: { status: 409, code: 'restaurants.limit_reached', params: {}, errors: [] },
});

test('쓰던 맛집 등록이 있으면 그것을 바꾸지 않고 연다', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await add.reopen?.(refused('골목집'))).toEqual({ path: '/app/add', isStored: true });
  expect(await add.reopen?.(refused('해달골 국밥'))).toEqual({ path: '/app/add', isStored: false });
  expect(readAddDraft('mina').values.place).toMatchObject({ name: '골목집' });
});
