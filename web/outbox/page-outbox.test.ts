import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outbox } from './outbox.ts';
import { currentOutbox, loadOutbox, openedOutbox, setOutbox } from './page-outbox.ts';

const OUTBOX = { subscribe: () => () => undefined } as unknown as Outbox;

let isFileMissing: boolean;
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  isFileMissing = true;
  stop = loadOutbox(() => {
    if (!isFileMissing) setOutbox(OUTBOX);
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
