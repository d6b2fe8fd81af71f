import path from 'node:path';
import { expect, test } from 'vitest';
import { createDrawing } from './drawing-process.ts';

const program = path.join(import.meta.dirname, 'drawing.fixture.ts');

/** `draw` returns the id of the process that drew. */
function open({ timeoutMs = 20_000, idleMs = 20_000 } = {}) {
  const drawInProcess = createDrawing({ program, timeoutMs, idleMs });
  return async (svg: 'draw' | 'crash' | 'hang') =>
    Number((await drawInProcess({ svg, photos: [], width: 1, height: 1 })).toString());
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('여러 그림을 한 프로세스가 그리고, 한동안 그리지 않으면 그 프로세스는 끝난다', async () => {
  const draw = open({ idleMs: 300 });
  const pids = await Promise.all([draw('draw'), draw('draw'), draw('draw')]);
  expect(new Set(pids).size).toBe(1);
  const [pid] = pids;
  expect(pid).not.toBe(process.pid);
  expect(isRunning(pid)).toBe(true);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(await draw('draw')).not.toBe(pid);
});

test('프로세스가 죽으면 그리던 그림은 실패하고, 다음 그림은 새 프로세스가 그린다', async () => {
  const draw = open();
  const pid = await draw('draw');
  await expect(draw('crash')).rejects.toThrow('ended with 3');
  expect(await draw('draw')).not.toBe(pid);
});

test('프로세스가 대답하지 않으면 끝내고, 다음 그림은 새 프로세스가 그린다', async () => {
  const draw = open({ timeoutMs: 3_000 });
  const pid = await draw('draw');
  const drawings = await Promise.allSettled([draw('hang'), draw('hang')]);
  expect(drawings.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(await draw('draw')).not.toBe(pid);
});
