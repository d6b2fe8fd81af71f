import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiProblem } from '../api.ts';
import { useSubmission } from './use-submission.ts';

/** Renders a component once and never mounts it. This simulates a screen that the member has left. */
function afterLeaving<Result>(useHook: () => Result): Result {
  let result: Result | undefined;
  const Screen = () => {
    // oxlint-disable-next-line react/globals
    result = useHook();
    return null;
  };
  const client = new QueryClient();
  client.mount();
  onTestFinished(() => client.unmount());
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)));
  return result as Result;
}

afterEach(() => onlineManager.setOnline(true));

const lost = () => new ApiProblem({ status: 0, code: 'network.failed' });

test('응답을 받지 못하고 다시 누르면 같은 멱등성 키로, 응답을 받은 뒤에는 새 키로 보낸다', async () => {
  const sent: string[] = [];
  const answers = [lost(), null, null];
  const { mutate } = afterLeaving(() =>
    useSubmission({
      send: async (_body: { title: string }, idempotencyKey) => {
        sent.push(idempotencyKey);
        const answer = answers.shift();
        if (answer) throw answer;
      },
    }),
  );
  for (let press = 1; press <= 3; press += 1) {
    mutate({ title: '우리 동네' });
    await expect.poll(() => sent).toHaveLength(press);
    // The response has been processed when all waiting tasks have run.
    await new Promise((done) => setTimeout(done));
  }
  const [first, second, third] = sent;
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('한 번 누르고 여러 번 보내도 멱등성 키는 하나다', async () => {
  const sent: string[] = [];
  const { mutate } = afterLeaving(() =>
    useSubmission({
      retry: 2,
      retryDelay: 1,
      send: async (_body: string, idempotencyKey) => {
        sent.push(idempotencyKey);
        throw lost();
      },
    }),
  );
  mutate('같은 것');
  await expect.poll(() => sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(1);
});

test('화면을 떠난 뒤에 연결되어도, 저장에 딸린 일과 거절은 빠지지 않는다', async () => {
  const done: string[] = [];
  const dropped = vi.fn();
  const { mutate } = afterLeaving(() =>
    useSubmission({
      send: async (body: string) => {
        if (body === '거절') throw new ApiProblem({ status: 409, code: 'things.full' });
      },
      onSuccess: (_, { body }) => void done.push(`${body} 저장`),
      onError: ({ code }, { body }) => void done.push(`${body} ${code}`),
    }),
  );
  onlineManager.setOnline(false);
  mutate('일지', { onSuccess: dropped });
  mutate('거절', { onError: dropped });
  await new Promise((passed) => setTimeout(passed));
  expect(done).toEqual([]);
  onlineManager.setOnline(true);
  await expect.poll(() => done.sort()).toEqual(['거절 things.full', '일지 저장']);
  // Callbacks that were given to `mutate` are not called after the screen was left.
  expect(dropped).not.toHaveBeenCalled();
});
