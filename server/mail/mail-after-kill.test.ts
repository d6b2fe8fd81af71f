import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testEnvironment } from '#server/test-environment.ts';
import { freePortFrom } from '../listening-port.ts';
import { type SmtpInbox, startSmtpInbox } from '../../tools/sandbox/smtp/smtp-inbox.ts';

/*
 * Kills the process with SIGKILL after a sign-up was committed and before a real SMTP server accepted its mail; then
 * starts it again.
 */

let dataFolder: string;
let inbox: SmtpInbox;
const processes: { child: ChildProcess; ended: Promise<unknown> }[] = [];

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
  inbox = await startSmtpInbox({ smtpPort: 0, httpPort: 0 });
});
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});
afterAll(async () => {
  await inbox?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; kill: () => Promise<void> }> {
  const port = await freePortFrom({ host: '127.0.0.1', wanted: 0 });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    cwd: os.tmpdir(),
    env: {
      ...testEnvironment,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataFolder,
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  processes.push({ child, ended });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { listening: string }) => resolve(message.listening));
    child.once('exit', () => reject(new Error('It ended before it listened.')));
  });
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function signUp(origin: string, email: string): Promise<void> {
  const password = 'bowl-of-rice';
  const answer = await fetch(`${origin}/api/account/sign-up`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      nickname: '모먹지',
      email,
      password,
      passwordConfirm: password,
      isFourteenOrOlder: true,
    }),
  });
  expect(answer.status).toBe(201);
}

const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address).length;
const untilMailed = (address: string) =>
  expect.poll(() => mailsTo(address), { timeout: 30_000, interval: 100 }).toBeGreaterThan(0);

test.each([
  ['가입이 끝나자마자', 'at-once@example.com', async () => {}],
  [
    '메일 서버가 받기 전에',
    'in-flight@example.com',
    (before: number) => expect.poll(() => inbox.stalled(), { timeout: 20_000 }).toBeGreaterThan(before),
  ],
])(
  '%s 서버가 죽어도 다시 켜면 환영 메일은 꼭 한 통 온다',
  { timeout: 120_000 },
  async (_when, email, moment) => {
    inbox.injectFault('stall');
    const before = inbox.stalled();
    const killed = await start();
    await signUp(killed.url, email);
    await moment(before);
    await killed.kill();
    expect(mailsTo(email)).toBe(0);

    inbox.injectFault('none');
    const again = await start();
    await untilMailed(email);
    // The member who joins later is welcomed after the earlier one, so a second mail would have arrived by now.
    await signUp(again.url, `after-${email}`);
    await untilMailed(`after-${email}`);
    expect(mailsTo(email)).toBe(1);
  },
);
