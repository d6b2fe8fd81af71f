import { recordAdminAct } from '#features/admin/server/admin.public.ts';
import type { Connection } from '#server/database/database.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import { answerOnce } from '#server/http/idempotency.ts';
import { problem } from '#server/http/problem.ts';
import { sessionOf, signedIn } from '#server/http/signed-in.ts';
import {
  getAdminPayment,
  listAdminPayments,
  membershipProblems,
  refundAsAdmin,
  settleFlags,
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
import { askRefundAsAdmin } from './refunds.ts';
import { adminPayment } from './shown-payments.ts';

/** For the admin alone: everybody's payments. */
export function adminPaymentRoutes(app: App, { database, jobs }: Dependencies): void {
  app.route({
    ...listAdminPayments,
    handler: async ({ query: { q: text, view, cursor = null, limit } }) => {
      const onlyFlagged = view === 'flagged';
      const found = await selectAllPayments(database, { text, onlyFlagged, cursor, limit: limit + 1 });
      const payments = found.slice(0, limit).map(adminPayment);
      const nextCursor = found.length > limit ? (payments.at(-1)?.paymentId ?? null) : null;
      return { payments, nextCursor, ...(await selectCounts(database)) };
    },
  });

  app.route({
    ...getAdminPayment,
    handler: ({ params: { paymentId } }) => withEvents(database, paymentId),
  });

  app.route({
    ...refundAsAdmin,
    handler: (request, reply) => {
      const admin = signedIn(request);
      sessionOf(admin);
      const { paymentId } = request.params;
      const { amount = null, reason } = request.body;
      return answerOnce({ request, reply, database, status: 202 }, async (transaction) => {
        const wanted = { jobs, paymentId, amount, reason, now: Date.now() };
        const { state, userId, cancelledAmount } = await askRefundAsAdmin(transaction, wanted);
        await recordAdminAct(transaction, {
          admin,
          act: 'payment.refunded',
          subject: paymentId,
          about: userId,
          before: { state, cancelledAmount },
          after: { state: 'refund_requested', amount, reason },
        });
        return withEvents(transaction, paymentId);
      });
    },
  });

  app.route({
    ...settleFlags,
    handler: (request) =>
      database.transaction().execute(async (transaction) => {
        const { paymentId } = request.params;
        const payment = await lockPayment(transaction, paymentId);
        if (!payment) throw problem(membershipProblems, 'membership.payment_not_found');
        const { flags, userId } = payment;
        if (flags.length > 0) {
          await updatePayment(transaction, payment, { flags: [] });
          await insertEvent(transaction, { paymentId, kind: 'settled', details: { flags } });
          await recordAdminAct(transaction, {
            admin: signedIn(request),
            act: 'payment.settled',
            subject: paymentId,
            about: userId,
            before: { flags },
            after: { flags: [] },
          });
        }
        return withEvents(transaction, paymentId);
      }),
  });
}

/** @throws membership.payment_not_found */
async function withEvents(connection: Connection, paymentId: string) {
  const payment = await selectPaymentOfPerson(connection, paymentId);
  if (!payment) throw problem(membershipProblems, 'membership.payment_not_found');
  const events = await selectEvents(connection, paymentId);
  return {
    payment: adminPayment(payment),
    events: events.map((event) => ({ ...event, at: event.at.getTime() })),
  };
}
