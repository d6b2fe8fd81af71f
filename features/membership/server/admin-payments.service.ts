import type { z } from 'zod';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  type AdminPayment,
  type AdminRefund,
  type listAdminPayments,
  membershipProblems,
  type PaymentEvent,
} from '../membership.contract.ts';
import {
  insertEvent,
  lockPayment,
  selectAllPayments,
  selectCounts,
  selectEvents,
  selectPaymentOfPerson,
  updatePayment,
} from './payments.sql.ts';
import { requestRefundAsAdmin } from './refunds.ts';
import { adminPayment } from './payment-responses.ts';

type Admin = Pick<Person, 'userId'>;
type WithEvents = { payment: AdminPayment; events: PaymentEvent[] };

export async function findPayments({
  database,
  query: { q: text, view, cursor, limit },
}: {
  database: Database;
  query: z.output<typeof listAdminPayments.schema.querystring>;
}) {
  const found = await selectAllPayments(database, {
    text,
    onlyFlagged: view === 'flagged',
    cursor: cursor ?? null,
    limit: limit + 1,
  });
  const { page, last } = pageOf({ found, limit });
  const counts = await selectCounts(database);
  return { payments: page.map(adminPayment), nextCursor: last?.paymentId ?? null, ...counts };
}

/** @throws membership.payment_not_found */
export async function readWithEvents(connection: Connection, paymentId: string): Promise<WithEvents> {
  const payment = await selectPaymentOfPerson(connection, paymentId);
  if (!payment) throw problem(membershipProblems, 'membership.payment_not_found');
  const events = await selectEvents(connection, paymentId);
  return {
    payment: adminPayment(payment),
    events: events.map((event) => ({ ...event, at: event.at.getTime() })),
  };
}

/**
 * Requests a refund and logs the action of the admin.
 * @throws the problems of `requestRefundAsAdmin`
 */
export async function refundByAdmin(
  transaction: Connection,
  {
    admin,
    jobs,
    paymentId,
    refund: { amount: asked, reason },
    now,
  }: { admin: Admin; jobs: Jobs; paymentId: string; refund: AdminRefund; now: number },
): Promise<WithEvents> {
  const amount = asked ?? null;
  const before = await requestRefundAsAdmin(transaction, { jobs, paymentId, amount, reason, now });
  const { state, userId, cancelledAmount } = before;
  await writeAuditLog(transaction, {
    admin,
    act: 'payment.refunded',
    subject: paymentId,
    about: userId,
    before: { state, cancelledAmount },
    after: { state: 'refund_requested', amount, reason },
  });
  return readWithEvents(transaction, paymentId);
}

/** @throws membership.payment_not_found */
export async function markFlagsReviewedOf(
  database: Database,
  { admin, paymentId }: { admin: Admin; paymentId: string },
): Promise<WithEvents> {
  return database.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, paymentId);
    if (!payment) throw problem(membershipProblems, 'membership.payment_not_found');
    const { flags, userId } = payment;
    if (flags.length > 0) {
      await updatePayment(transaction, payment, { flags: [] });
      await insertEvent(transaction, { paymentId, kind: 'settled', details: { flags } });
      await writeAuditLog(transaction, {
        admin,
        act: 'payment.settled',
        subject: paymentId,
        about: userId,
        before: { flags },
        after: { flags: [] },
      });
    }
    return readWithEvents(transaction, paymentId);
  });
}
