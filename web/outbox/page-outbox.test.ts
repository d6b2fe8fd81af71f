import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEditing } from '#web/form/editing.ts';
import type { Outbox } from './outbox.ts';
import { currentOutbox, loadOutbox, openedOutbox, setOutbox } from './page-outbox.ts';

const OUTBOX = { subscribe: () => () => undefined } as unknown as Outbox;

let isFileMissing: boolean;
let missing: string[];
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  isFileMissing = true;
  missing = [];
  stop = loadOutbox({
    load: async () => {
      if (isFileMissing) throw new TypeError('Failed to fetch dynamically imported module');
      setOutbox(OUTBOX);
    },
    onMissing: (error) => missing.push(error.message),
  });
  isFileMissing = false;
});

afterEach(() => {
  stop();
  setOutbox(null);
  vi.unstubAllGlobals();
});

test('보낼 것을 여는 코드를 받지 못했으면, 저장할 때 다시 받는다', async () => {
  expect(await openedOutbox()).toBe(OUTBOX);
});

test('보낼 것을 여는 코드를 받지 못했으면, 연결이 돌아왔을 때 다시 받는다', async () => {
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(currentOutbox()).toBe(OUTBOX));
});

test('저장이 기다리는 동안에는 코드를 받지 못해도 페이지를 다시 열지 않는다', async () => {
  await vi.waitFor(() => expect(missing).toHaveLength(1));
  isFileMissing = true;
  const opening = openedOutbox();
  expect(isEditing()).toBe(true);
  await Promise.resolve();
  expect(missing).toHaveLength(1);
  isFileMissing = false;
  window.dispatchEvent(new Event('online'));
  await opening;
  expect(isEditing()).toBe(false);
});
