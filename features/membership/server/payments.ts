import type { FastifyBaseLogger } from 'fastify';
import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import { notify } from '#features/notifications/server/notifications.public.ts';
import type { Dependencies } from '#server/http/feature.ts';
import {
  EXPIRY_NOTICE_MS,
  EXPIRY_NOTICE_VALID_MS,
  dueExpiryNotice,
  ORDER_EXPIRY_MS,
} from '../payments.rules.ts';
import { insertExpiryNotice, selectUpcomingExpirations } from './expiry-notices.sql.ts';
import { endMail } from './payment-mails.ts';
import { insertEvent, lockPayment, selectUnsettled, updatePayment } from './payments.sql.ts';
import {
  createPortOne,
  type PaymentSetup,
  type PortOne,
  PortOneUnreachable,
  paymentSetup,
} from './portone.ts';
import { purgeLedger } from './purge-ledger.sql.ts';
import { createFinishRefund } from './refunds.ts';
import { createSyncPayment, type SyncPayment } from './sync-payment.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'membership.reconcile_open_orders': Record<string, never>;
    'membership.send_expiry_notices': Record<string, never>;
    'membership.purge_ledger': Record<string, never>;
  }
}

/**
 * Minimum age in milliseconds of an order that the sweeper (`membership.reconcile_open_orders`) synchronizes. Younger
 * orders are skipped, because the browser usually reports their result.
 */
const SWEEP_DELAY_MS = 60_000;
const SWEEP_BATCH = 200;
/** A run ends after this number of consecutive network failures. The next run starts two minutes later. */
const MAX_CONSECUTIVE_FAILURES = 3;

export type Payments = { setup: PaymentSetup; portOne: PortOne; sync: SyncPayment };

/** Creates the payments. Returns null if payment is not configured. */
export function createPayments({
  mailer,
  settings,
  log,
}: Pick<Dependencies, 'mailer' | 'settings'> & { log: FastifyBaseLogger }): Payments | null {
  const setup = paymentSetup(settings);
  if (!setup) return null;
  const portOne = createPortOne({ setup, apiUrl: settings.PORTONE_API_URL });
  return { setup, portOne, sync: createSyncPayment({ mailer, settings, setup, portOne, log }) };
}

/**
 * Runs the jobs of payments. The sweeper settles payments that neither browser nor webhook reported, and completes
 * refunds.
 */
export function runPaymentJobs({
  jobs,
  mailer,
  settings,
  log,
  payments,
}: Pick<Dependencies, 'jobs' | 'mailer' | 'settings'> & {
  log: FastifyBaseLogger;
  payments: Payments | null;
}): void {
  const { database } = jobs;
  const finishRefund = payments && createFinishRefund({ database, ...payments, log });

  jobs.handle('membership.sync_payment', async ({ paymentId }) => {
    await payments?.sync({ paymentId, database });
  });
  jobs.handle('membership.refund_payment', async (payload) => finishRefund?.(payload));

  jobs.handle('membership.reconcile_open_orders', async () => {
    if (!payments || !finishRefund) return;
    const before = new Date(Date.now() - SWEEP_DELAY_MS);
    let failures = 0;
    for (const { paymentId, state } of await selectUnsettled(database, { before, limit: SWEEP_BATCH })) {
      try {
        if (state === 'refund_requested') await finishRefund({ paymentId });
        else await payments.sync({ paymentId, database });
        await expireOrderIfOld({ paymentId });
        failures = 0;
      } catch (error) {
        if (!(error instanceof PortOneUnreachable)) {
          // A payment that fails in every run must not block the other payments.
          log.error({ event: 'payment.sync_failed', paymentId, err: error });
          continue;
        }
        failures += 1;
        log.warn({ event: 'payment.sweep_no_response', paymentId, reason: error.message });
        if (failures === MAX_CONSECUTIVE_FAILURES) return;
      }
    }
  });
  jobs.schedule('membership.reconcile_open_orders', '*/2 * * * *', { alsoAtStart: true });

  /**
   * Marks an old order as expired. Must be called after a synchronization, so that only orders that are still unpaid
   * expire.
   */
  const expireOrderIfOld = ({ paymentId }: { paymentId: string }) =>
    database.transaction().execute(async (transaction) => {
      const payment = await lockPayment(transaction, paymentId);
      if (payment?.state !== 'pending' && payment?.state !== 'failed') return;
      const now = new Date();
      if (now.getTime() - payment.orderedAt.getTime() < ORDER_EXPIRY_MS) return;
      await updatePayment(transaction, payment, { state: 'expired', stateChangedAt: now });
      await insertEvent(transaction, { paymentId, kind: 'state', from: payment.state, to: 'expired' });
    });

  jobs.handle('membership.send_expiry_notices', async () => {
    const now = Date.now();
    const from = new Date(now - EXPIRY_NOTICE_VALID_MS);
    const until = new Date(now + EXPIRY_NOTICE_MS);
    for (const { userId, email, locale, endsAt } of await selectUpcomingExpirations(database, {
      from,
      until,
    })) {
      const notice = dueExpiryNotice({ endsAt: endsAt.getTime(), now });
      if (notice === null) continue;
      await database.transaction().execute(async (transaction) => {
        if (!(await insertExpiryNotice(transaction, { userId, endsAt, notice }))) return;
        await notify(transaction, {
          kind: 'membership',
          subjectId: '',
          recipients: [userId],
          act: notice,
          day: writtenDay(dayIn(KOREA, endsAt.getTime())),
        });
        await mailer.send(transaction, endMail(settings, { address: email, locale, notice, endsAt }));
      });
    }
  });
  // The job runs at 09:00 in Korea.
  jobs.schedule('membership.send_expiry_notices', '0 0 * * *');

  jobs.handle('membership.purge_ledger', () =>
    database.transaction().execute((transaction) => purgeLedger(transaction, { now: new Date() })),
  );
  jobs.schedule('membership.purge_ledger', '41 18 * * *');
}
