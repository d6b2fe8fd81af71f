import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import {
  eventKinds,
  newPayer,
  openPaymentTestApp,
  type Payer,
  type PaymentTestApp,
  settingsFor,
  reconcile,
} from './payments.test-factory.ts';

let opened: TestDatabase;
let on: PaymentTestApp;
let folder: string;

beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openPaymentTestApp({ opened });
  // The first job of a task stores the task's name under a lock. The jobs run here, so that no process waits for this
  // lock.
  await on.jobs.runDue();
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
}, 60_000);
afterEach(() => on.portone.resetFaults());
afterAll(async () => {
  await on.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a process until it is killed. Returns the payments that the process had settled. */
function runUntilKilled({
  task,
  paymentIds,
}: {
  task: 'sync' | 'refund';
  paymentIds: string[];
}): Promise<string[]> {
  const settings = Object.entries(settingsFor(on.portone)).map(([name, value]) => [name, String(value)]);
  const child = fork(
    'features/membership/server/sync-worker.fixture.ts',
    [opened.connectionString, task, ...paymentIds],
    {
      env: {
        ...testEnvironment,
        NODE_ENV: 'test',
        DATA_DIR: folder,
        AUTH_SECRET: 'signs-the-cookies-of-this-test-only',
        ...Object.fromEntries(settings),
      },
      stdio: 'inherit',
    },
  );
  let done: string[] = [];
  child.once('message', (message) => (done = (message as { done: string[] }).done));
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(done);
      else reject(new Error(`The process ended with ${code}.`));
    });
  });
}

/** Kills a process while each payment is at another step. There are more payments than steps. */
async function killAtEveryStep({
  task,
  payments,
  prepare,
  check,
}: {
  task: 'sync' | 'refund';
  payments: number;
  prepare: () => Promise<{ payer: Payer; paymentId: string }>;
  check: (given: { payer: Payer; paymentId: string }) => Promise<void>;
}): Promise<void> {
  const all: { payer: Payer; paymentId: string }[] = [];
  for (let n = 0; n < payments; n += 1) all.push(await prepare());
  const done = await runUntilKilled({ task, paymentIds: all.map(({ paymentId }) => paymentId) });
  expect(done.length).toBeGreaterThan(0);
  expect(payments - done.length).toBeGreaterThan(15);
  await reconcile(
    on,
    all.map(({ paymentId }) => paymentId),
  );
  for (const given of all) await check(given);
}

test('결제를 확인하다 어느 때에 죽어도 한 해를 잃지도 두 번 주지도 않는다', async () => {
  await killAtEveryStep({
    task: 'sync',
    payments: 26,
    prepare: async () => {
      on.portone.set({ webhooks: 'never' });
      const payer = await newPayer(on);
      return { payer, paymentId: await payer.pay() };
    },
    check: async ({ payer, paymentId }) => {
      const [payment] = await payer.payments();
      expect(payment?.state).toBe('paid');
      expect(payment?.period?.to).toBe(yearsLater({ from: payment?.period?.from ?? 0, years: 1 }));
      expect(await payer.end()).toBe(payment?.period?.to);
      expect(await eventKinds(on.database, paymentId)).toEqual(['state paid']);
      const mails = on.mails.filter(
        ({ address, text }) => address === payer.email && text.includes(paymentId),
      );
      expect(mails).toHaveLength(1);
    },
  });
}, 120_000);

test('환불하다 어느 때에 죽어도 한 번 돌려준다', async () => {
  await killAtEveryStep({
    task: 'refund',
    payments: 40,
    prepare: async () => {
      on.portone.set({ webhooks: 'never' });
      const payer = await newPayer(on);
      const paymentId = await payer.payAndReturn();
      await payer.refund(paymentId);
      // Deletes the jobs, as if they were lost with the process.
      await sql`delete from graphile_worker._private_jobs`.execute(on.database);
      return { payer, paymentId };
    },
    check: async ({ payer, paymentId }) => {
      const [payment] = await payer.payments();
      expect(payment).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
      expect((await payer.end()) ?? 0).toBeLessThanOrEqual(Date.now());
      const kinds = await eventKinds(on.database, paymentId);
      expect(kinds).toEqual(['state paid', 'refund refund_requested', 'state cancelled']);
    },
  });
}, 120_000);
