import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import { testRuns } from '#server/test-runs.ts';
import {
  newPayer,
  openPaymentTestApp,
  orderedAgo,
  type Payer,
  type PaymentTestApp,
  runJob,
  reconcile,
} from './payments.test-factory.ts';

const RUNS = testRuns(25);

let on: PaymentTestApp;
beforeAll(async () => {
  on = await openPaymentTestApp();
});
afterAll(() => on.close());

/** An action on the ledger. `at` is the index of the payment. If there are fewer payments, the action has no effect. */
type LedgerAction =
  | { does: 'pay'; hearing: 'webhook' | 'late webhook' | 'nothing' }
  | { does: 'come back' | 'cancel' | 'refund' | 'resend'; at: number }
  | { does: 'work' | 'reconcile' | 'release' | 'expire' | 'leave' };

const at = fc.nat({ max: 2 });
const ledgerAction: fc.Arbitrary<LedgerAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      hearing: fc.constantFrom('webhook' as const, 'late webhook' as const, 'nothing' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('come back' as const), at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund' as const), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('resend' as const), at }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('work' as const, 'reconcile' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const) }) },
);

test(
  '어떤 순서로 무슨 일이 일어나든 받은 해는 내고 돌려받지 않은 결제의 수와 같다',
  { timeout: 60_000 + RUNS * 3_000 },
  async () => {
    let paidRuns = 0;
    let leftRuns = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ledgerAction, { minLength: 3, maxLength: 12 }), async (ledgerActions) => {
        const payer = await newPayer(on);
        const paid: string[] = [];
        let hasLeft = false;
        for (const one of ledgerActions) hasLeft = (await perform({ one, payer, paid, hasLeft })) || hasLeft;
        await syncAllPayments(paid);

        const kept = await paidAtPortOne(paid);
        const grants = await on.database
          .selectFrom('payment_grants')
          .innerJoin('payments', 'payments.id', 'payment_grants.payment_id')
          .where('payments.id', 'in', [...paid, 'none'])
          .select([
            'payments.id',
            'payments.state',
            'payments.user_id',
            'period_from',
            'period_to',
            'granted_at',
          ])
          .orderBy('granted_at')
          .execute();
        if (hasLeft) {
          leftRuns += 1;
          expect(grants.every(({ user_id }) => user_id === null)).toBe(true);
          await expectLedgerComplete({ kept, granted: grants.map(({ id }) => id) });
          // Periods of a deleted account stay unchanged.
          return;
        }
        for (const { period_from, period_to, state } of grants) {
          const years = state === 'cancelled' ? 0 : 1;
          expect(period_to.getTime()).toBe(yearsLater({ from: period_from.getTime(), years }));
        }
        if (kept.length > 0) paidRuns += 1;
        expect(grants.flatMap(({ id, state }) => (state === 'cancelled' ? [] : [id])).toSorted()).toEqual(
          kept.toSorted(),
        );
        const first = grants.find(({ state }) => state !== 'cancelled');
        const end = (await payer.end()) ?? 0;
        if (!first) expect(end).toBeLessThanOrEqual(Date.now());
        // The periods have no gap, because almost no time passes between the payments.
        else expect(end).toBe(Math.max(...grants.map(({ period_to }) => period_to.getTime())));
        const ends = grants
          .filter(({ state }) => state !== 'cancelled')
          .map(({ period_to }) => period_to.getTime());
        expect(new Set(ends).size).toBe(kept.length);
      }),
      { numRuns: RUNS },
    );
    expect(paidRuns).toBeGreaterThan(RUNS / 5);
    expect(leftRuns).toBeGreaterThan(RUNS / 10);
  },
);

/** Performs an action. @returns whether the account was deleted */
async function perform({
  one,
  payer,
  paid,
  hasLeft,
}: {
  one: LedgerAction;
  payer: Payer;
  paid: string[];
  hasLeft: boolean;
}): Promise<boolean> {
  const id = 'at' in one ? paid[one.at] : undefined;
  switch (one.does) {
    case 'pay': {
      if (hasLeft || paid.length === 3) return false;
      const webhooks = ({ webhook: 'normal', 'late webhook': 'held', nothing: 'never' } as const)[
        one.hearing
      ];
      const { status, body } = await payer.order({ addsYear: true });
      if (status !== 200) return false;
      on.portone.set({ webhooks });
      await on.portone.pay({ paymentId: body.paymentId, totalAmount: body.totalAmount });
      await on.portone.quiet();
      on.portone.resetFaults();
      if (!paid.includes(body.paymentId)) paid.push(body.paymentId);
      return false;
    }
    case 'come back':
      if (id && !hasLeft) await payer.processReturn(id);
      return false;
    case 'cancel':
      if (id) await on.portone.console('cancel', id);
      await on.portone.quiet();
      return false;
    case 'refund':
      if (id && !hasLeft) await payer.refund(id);
      return false;
    case 'resend':
      if (id) await on.portone.console('resend', id);
      return false;
    case 'work':
      await on.jobs.runDue();
      return false;
    case 'reconcile':
      await reconcile(on, paid);
      return false;
    case 'expire':
      for (const paymentId of paid) await orderedAgo(on.database, { paymentId, ago: 25 * 60 * 60_000 });
      await runJob(on, 'membership.reconcile_open_orders');
      return false;
    case 'release':
      await on.portone.release('backwards');
      return false;
    case 'leave':
      if (!hasLeft) await payer.leave();
      return true;
  }
}

async function syncAllPayments(paid: string[]): Promise<void> {
  await on.portone.release();
  await on.portone.quiet();
  await on.jobs.runDue();
  await reconcile(on, paid);
}

async function paidAtPortOne(paid: string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const paymentId of paid) {
    const answer = await fetch(`${on.portone.url}/payments/${paymentId}`, {
      headers: { authorization: `PortOne ${on.portone.apiSecret}` },
    });
    const { status } = (await answer.json()) as { status: string };
    if (status === 'PAID') kept.push(paymentId);
  }
  return kept;
}

/** Checks that each kept payment of a deleted account was granted before the deletion, or is flagged for the admin. */
async function expectLedgerComplete({ kept, granted }: { kept: string[]; granted: string[] }): Promise<void> {
  const rows = await on.database
    .selectFrom('payments')
    .where('id', 'in', [...kept, 'none'])
    .select(['id', 'flags', 'user_id'])
    .execute();
  for (const { id, flags, user_id } of rows) {
    expect(user_id).toBeNull();
    if (!granted.includes(id)) expect(flags).toContain('owner_left');
  }
}
