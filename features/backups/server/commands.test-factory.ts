import { spawn } from 'node:child_process';
import path from 'node:path';
import { testEnvironment } from '#server/test-environment.ts';

export type CommandResult = { code: number | null; said: string };

/** Runs a command of the backups as the operator does. `said` also contains what Node prints about unhandled errors. */
export function runBackupCommand(
  command: string,
  { args, settings }: { args: readonly string[]; settings: Record<string, string> },
): Promise<CommandResult> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, command), ...args], {
    env: { ...testEnvironment, AUTH_SECRET: 'x'.repeat(32), ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}
