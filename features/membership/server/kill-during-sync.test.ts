import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { yearsLater } from '../membership.rules.ts';
import {
  eventKinds,
  newPayer,
  openPaymentHouse,
  orderedAgo,
  type Payer,
  type PaymentHouse,
  runJob,
  settingsFor,
} from './payments.test-factory.ts';

let opened: TestDatabase;
let on: PaymentHouse;
let folder: string;

beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openPaymentHouse({ opened });
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
}, 60_000);
afterEach(() => on.portone.behave());
afterAll(async () => {
  await on.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lets a process settle the payment; says whether it died at that step, or had no so many. */
function settleAndDie({
  paymentId,
  task,
  step,
}: {
  paymentId: string;
  task: 'sync' | 'refund';
  step: number;
}) {
  const child = fork(
    'features/membership/server/sync-worker.fixture.ts',
    [opened.connectionString, paymentId, task, String(step)],
    {
      env: {
        NODE_ENV: 'test',
        DATA_DIR: folder,
        AUTH_SECRET: 'signs-the-cookies-of-this-test-only',
        ...Object.fromEntries(
          Object.entries(settingsFor(on.portone)).map(([name, of]) => [name, String(of)]),
        ),
      },
      stdio: 'inherit',
    },
  );
  return new Promise<boolean>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`The process ended with ${code}.`));
    });
  });
}

/** Processes at a time. */
const TOGETHER = 4;

/** Dies before every step of a task, each time with another payment, until there is no step left; then looks. */
async function dieAtEveryStep({
  task,
  prepare,
  check,
}: {
  task: 'sync' | 'refund';
  prepare: () => Promise<{ payer: Payer; paymentId: string }>;
  check: (given: { payer: Payer; paymentId: string }) => Promise<void>;
}): Promise<number> {
  const all: { payer: Payer; paymentId: string }[] = [];
  let deaths = 0;
  for (let isOver = false; !isOver; ) {
    const some = [];
    for (let n = 0; n < TOGETHER; n += 1) some.push(await prepare());
    const died = await Promise.all(
      some.map(({ paymentId }, n) => settleAndDie({ paymentId, task, step: all.length + n + 1 })),
    );
    all.push(...some);
    deaths += died.filter(Boolean).length;
    isOver = died.includes(false);
  }
  for (const { paymentId } of all) await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
  await runJob(on, 'membership.sweep_payments');
  for (const given of all) await check(given);
  return deaths;
}

test('결제를 확인하다 어느 때에 죽어도 한 해를 잃지도 두 번 주지도 않는다', async () => {
  const deaths = await dieAtEveryStep({
    task: 'sync',
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
  expect(deaths).toBeGreaterThan(15);
}, 240_000);

test('환불하다 어느 때에 죽어도 한 번 돌려준다', async () => {
  const deaths = await dieAtEveryStep({
    task: 'refund',
    prepare: async () => {
      on.portone.set({ webhooks: 'never' });
      const payer = await newPayer(on);
      const paymentId = await payer.pay();
      await payer.comeBack(paymentId);
      await payer.refund(paymentId);
      // The job that was added dies with its process.
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
  expect(deaths).toBeGreaterThan(15);
}, 240_000);
