import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import { createUnlockedDatabase, type TestDatabase } from '#server/database/test-database.ts';
import {
  ledgerRow,
  newPayer,
  openPaymentTestApp,
  orderedAgo,
  type PaymentTestApp,
} from './payments.test-factory.ts';

/** Number of webhooks. The number of browsers that return from the payment is the same. */
const CALLS_EACH = 50;
const SWEEPERS = 4;
const ROUNDS = 2;
/** Maximum number of rounds without the locks. The test ends with the first payment that is granted twice. */
const CONTROL_ROUNDS = 10;

let on: PaymentTestApp;
/**
 * The same product without its two locks and without the unique key of grants. With this product, the test must find a
 * payment that is granted twice.
 */
let unguarded: { on: PaymentTestApp; opened: TestDatabase };

beforeAll(async () => {
  on = await openPaymentTestApp();
  unguarded = await openUnguarded();
});
afterAll(async () => {
  await on.close();
  await unguarded.on.close();
  await unguarded.opened.close();
});

/**
 * Synchronizes one payment many times at once. Returns the number of grants, and the years that they add to the
 * membership.
 */
async function syncConcurrently(testApp: PaymentTestApp): Promise<{ grants: number; years: number }> {
  const payer = await newPayer(testApp);
  testApp.portone.set({ webhooks: 'never' });
  const paymentId = await payer.pay();
  await orderedAgo(testApp.database, { paymentId, ago: 5 * 60_000 });
  testApp.portone.resetFaults();
  const { transaction_id: transactionId } = await ledgerRow(testApp.database, paymentId);
  const webhookPayload = {
    type: 'Transaction.Paid',
    data: { paymentId, storeId: testApp.portone.storeId, transactionId },
  };

  for (let n = 0; n < SWEEPERS; n += 1) {
    await testApp.jobs.add(testApp.database, 'membership.reconcile_open_orders', {});
  }
  const work = Array.from({ length: SWEEPERS }, () => testApp.jobs.runDue());
  const times = Array.from({ length: CALLS_EACH });
  await Promise.all([
    ...times.map(() => testApp.portone.announce(webhookPayload)),
    ...times.map(() => payer.processReturn(paymentId)),
    ...work,
  ]);
  await testApp.jobs.runDue();

  const grants = await testApp.database
    .selectFrom('payment_grants')
    .where('payment_id', '=', paymentId)
    .select('granted_at')
    .execute();
  const from = grants[0]?.granted_at.getTime() ?? 0;
  const end = (await payer.end()) ?? 0;
  const years = [1, 2, 3, 4].find((years) => end < yearsLater({ from, years }) + 60 * 60_000) ?? Infinity;
  return { grants: grants.length, years };
}

test('알림 쉰 번과 돌아오기 쉰 번과 훑는 일이 한꺼번에 와도 꼭 한 해다', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await syncConcurrently(on)).toEqual({ grants: 1, years: 1 });
  }
}, 120_000);

test('대조: 잠금도 고유 키도 없으면 여러 해를 준다', async () => {
  let worst = 0;
  for (let round = 0; round < CONTROL_ROUNDS && worst <= 1; round += 1) {
    worst = Math.max(worst, (await syncConcurrently(unguarded.on)).grants);
  }
  expect(worst).toBeGreaterThan(1);
}, 120_000);

async function openUnguarded(): Promise<{ on: PaymentTestApp; opened: TestDatabase }> {
  const opened = await createUnlockedDatabase({ lock: /for (no key )?update\s*$/, max: 40 });
  await sql`alter table payment_grants drop constraint payment_grants_pkey`.execute(opened.database);
  return { on: await openPaymentTestApp({ opened }), opened };
}
