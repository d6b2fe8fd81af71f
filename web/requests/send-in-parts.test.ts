import { expect, test } from 'vitest';
import { ApiProblem } from '../api.ts';
import { messageOf } from '../error-messages.ts';
import { sendInParts } from './send-in-parts.ts';

const KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('긴 목록을 나눠 차례로 보내고, 다시 보내면 나눈 것마다 같은 키를 쓴다', async () => {
  const sent: [number[], string][] = [];
  const send = async (part: number[], key: string) => {
    sent.push([part, key]);
    return part.length;
  };
  const given = { maximum: 2, idempotencyKey: KEY, send };
  expect(await sendInParts([1, 2, 3, 4, 5], given)).toEqual([2, 2, 1]);
  expect(sent.map(([part]) => part)).toEqual([[1, 2], [3, 4], [5]]);
  const keys = sent.map(([, key]) => key);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  await sendInParts([1, 2, 3, 4, 5], given);
  expect(sent.slice(3).map(([, key]) => key)).toEqual(keys);
});

test('앞의 것만 보내졌으면 몇 개까지 보냈는지와 이유를 말한다', async () => {
  const failing = (at: number) => {
    let count = 0;
    return async () => {
      count += 1;
      if (count === at) throw new ApiProblem({ status: 0, code: 'network.failed' });
    };
  };
  const sending = (at: number) =>
    sendInParts([1, 2, 3, 4, 5], { maximum: 2, idempotencyKey: KEY, send: failing(at) }).catch(
      (problem: unknown) => problem,
    );
  expect(await sending(1)).toMatchObject({ code: 'network.failed' });
  const partly = await sending(3);
  expect(partly).toMatchObject({ code: 'request.partly_sent', params: { count: 4 } });
  expect(messageOf(partly)).toBe('4곳만 처리했어요. 연결이 끊겼어요. 다시 시도해 주세요.');
});
