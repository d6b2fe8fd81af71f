import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runPreparation } from './run-preparation.ts';

const endless = path.join(import.meta.dirname, 'endless.fixture.ts');

test('준비하는 프로세스가 끝나지 않으면 기다리지 않는다', async () => {
  const run = runPreparation({ secret: 'x'.repeat(32), program: endless, timeoutMs: 500 });
  await expect(run).rejects.toThrow('ended early');
});

test('control: 시간 제한이 없으면 그 프로세스는 끝나지 않는다', async () => {
  const child = fork(endless);
  const end = once(child, 'exit');
  const ended = await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 1000, 'running'))]);
  expect(ended).toBe('running');
  child.kill();
  await end;
});
