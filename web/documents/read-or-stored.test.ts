import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readOrStored } from './read-or-stored.ts';

type List = { version: number; places: readonly string[] };

const STORED: List = { version: 1, places: ['a'] };

vi.mock('./documents.ts', () => ({ readDocument: async () => ({ data: STORED, checkedAt: 5 }) }));

/** Starts a page on a slow connection. The page shows the stored list after two seconds. */
async function startSlowly() {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  const answers: ((list: List) => void)[] = [];
  const observer = new QueryObserver<List, Error>(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<List>((resolve) => answers.push(resolve)),
    persister: async (queryFn, context, query) =>
      readOrStored({ answer: Promise.resolve(queryFn(context)), query, client }),
  });
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(() => void vi.useRealTimers());
  const reads: unknown[] = [];
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (!event.action.manual) reads.push(event.action.data);
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(observer.getCurrentResult().data).toEqual(STORED);
  const answer = async (at: number, list: List) => {
    answers[at]?.(list);
    await vi.advanceTimersByTimeAsync(1);
  };
  return { client, observer, answer, reads, requests: () => answers.length };
}

test('늦은 응답은 저장된 것을 대신하고, 기다리는 것이 그 위에 보이도록 읽은 것으로 친다', async () => {
  const { observer, answer, reads, requests } = await startSlowly();
  const newer = { version: 2, places: ['a', 'b'] };
  await answer(0, newer);
  expect(observer.getCurrentResult().data).toEqual(newer);
  expect(reads.at(-1)).toEqual(newer);
  expect(requests()).toBe(1);
});

test('그사이 저장된 것은 늦은 응답이 지우지 않고, 다시 읽는다', async () => {
  const { client, observer, answer, requests } = await startSlowly();
  const written = { version: 1, places: ['a', 'written'] };
  client.setQueryData(['list'], written);
  await answer(0, { version: 2, places: ['a', 'b'] });
  expect(observer.getCurrentResult().data).toEqual(written);
  expect(requests()).toBe(2);
  const current = { version: 3, places: ['a', 'b', 'written'] };
  await answer(1, current);
  expect(observer.getCurrentResult().data).toEqual(current);
});
