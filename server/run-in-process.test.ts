import path from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from './config.ts';
import { runInProcess } from './run-in-process.ts';

const settings = loadSettings({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(32) });
const run = (file: string, timeoutMs?: number) =>
  runInProcess({
    program: path.join(import.meta.dirname, file),
    settings,
    pool: undefined,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

test('끝나지 않는 프로세스는 끝낸다', async () => {
  await expect(run('endless.fixture.ts', 1_000)).rejects.toThrow('ended with SIGTERM');
});

test('실패한 프로세스는 오류다', async () => {
  await expect(run('no-such-program.ts')).rejects.toThrow('ended with 1');
});
