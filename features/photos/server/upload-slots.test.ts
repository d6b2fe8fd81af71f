import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createUploadSlots } from './upload-slots.ts';

/**
 * Runs six tasks, one of which fails.
 * @returns the highest number of concurrent tasks, and the order in which they began
 */
async function measured(inSlot: (task: () => Promise<void>) => Promise<void>) {
  let running = 0;
  let most = 0;
  const began: number[] = [];
  await Promise.allSettled(
    Array.from({ length: 6 }, (_, nth) =>
      inSlot(async () => {
        began.push(nth);
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < 5; turn++) await nextTurn();
        running -= 1;
        if (nth === 1) throw new Error('unreadable');
      }),
    ),
  );
  return { most, began };
}

test('사진은 둘씩, 큰 사진은 하나씩 온 차례대로 풀고, 못 푼 사진이 자리를 차지하지 않는다', async () => {
  const began = [0, 1, 2, 3, 4, 5];
  const slots = createUploadSlots();
  expect(await measured(slots.inTurn)).toEqual({ most: 2, began });
  expect(await measured((task) => slots.inTurn(() => slots.alone(task)))).toEqual({ most: 1, began });
  // Checks that without slots all tasks run at once. If they did not, the limit above would prove nothing.
  expect(await measured((task) => task())).toEqual({ most: 6, began });
});

test('한 사람이나 모두가 한꺼번에 너무 많이 올리면 나머지는 다시 해 달라고 한다', async () => {
  const slots = createUploadSlots();
  const uploads = (ownerId: string, count: number) =>
    Array.from({ length: count }, () => slots.during(ownerId, () => nextTurn()));
  const refused = async (all: Promise<unknown>[]) =>
    (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected').length;
  expect(await refused([...uploads('a', 13), ...uploads('b', 12)])).toBe(1);
  expect(await refused(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((owner) => uploads(owner, 11)))).toBe(6);
  expect(await refused(uploads('a', 12))).toBe(0);
});
