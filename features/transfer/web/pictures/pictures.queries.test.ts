import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { linesQuery, openedPictureQuery } from './pictures.queries.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = (id: string) => ({ id, file: new File(['bytes'], `${id}.png`, { type: 'image/png' }) });

/** A browser that decodes every picture, and counts those in memory. */
function browser({ context = {} }: { context?: object | null } = {}) {
  const counts = { decoded: 0, open: 0, mostOpen: 0 };
  vi.stubGlobal('createImageBitmap', async () => {
    counts.decoded += 1;
    counts.open += 1;
    counts.mostOpen = Math.max(counts.mostOpen, counts.open);
    return { width: 4000, height: 3000, close: () => (counts.open -= 1) };
  });
  const drawing = {
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray() }),
    ...context,
  };
  const canvas = { getContext: () => context && drawing, toDataURL: () => 'data:image/jpeg,' };
  vi.stubGlobal('document', { createElement: () => canvas });
  return counts;
}

test('사진은 한 장씩 열고 닫는다', async () => {
  const counts = browser();
  const client = new QueryClient();
  await Promise.all(['a', 'b', 'c'].map((id) => client.fetchQuery(openedPictureQuery(picture(id)))));
  expect(counts).toEqual({ decoded: 3, open: 0, mostOpen: 1 });
});

test.each([
  ['캔버스를 얻지 못하면', null],
  [
    '그리지 못하면',
    {
      drawImage: () => {
        throw new Error('memory');
      },
    },
  ],
])('%s 사진을 닫고 다음 사진을 연다', async (_, context) => {
  const counts = browser({ context });
  const client = new QueryClient();
  for (const id of ['a', 'b'])
    await expect(client.fetchQuery(openedPictureQuery(picture(id)))).rejects.toThrow('memory');
  expect(counts).toMatchObject({ decoded: 2, open: 0 });
});

test('빼거나 떠난 사진은 열지 않는다', async () => {
  const counts = browser();
  const client = new QueryClient();
  const [first, ...others] = ['a', 'b', 'c'].map((id) => {
    const observer = new QueryObserver(client, openedPictureQuery(picture(id)));
    return { observer, leave: observer.subscribe(() => {}) };
  });
  for (const { leave } of others) leave();
  await vi.waitFor(() => expect(first!.observer.getCurrentResult().isSuccess).toBe(true));
  await client.fetchQuery(openedPictureQuery(picture('d')));
  expect(counts.decoded).toBe(2);
  first!.leave();
});

test('창을 다시 보거나 인터넷에 다시 연결해도, 멈춘 읽기와 열지 못한 사진은 그대로다', async () => {
  const counts = browser({ context: null });
  const client = new QueryClient();
  const opened = new QueryObserver(client, openedPictureQuery(picture('a')));
  onTestFinished(opened.subscribe(() => {}));
  await vi.waitFor(() => expect(opened.getCurrentResult().isError).toBe(true));

  const workers: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        workers.push(this);
      }
      postMessage() {}
      terminate() {}
    },
  );
  const read = linesQuery(picture('b'));
  client.setQueryData(openedPictureQuery(picture('b')).queryKey, {
    pixels: { data: new Uint8ClampedArray(4), width: 1, height: 1 } as ImageData,
    preview: '',
  });
  const reading = new QueryObserver(client, read);
  onTestFinished(reading.subscribe(() => {}));
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  await client.cancelQueries({ queryKey: read.queryKey });

  client.getQueryCache().onFocus();
  client.getQueryCache().onOnline();
  expect(reading.getCurrentResult().fetchStatus).toBe('idle');
  expect(opened.getCurrentResult().fetchStatus).toBe('idle');
  expect([workers.length, counts.decoded]).toEqual([1, 1]);
});
