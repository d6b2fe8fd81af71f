import type { App, Dependencies } from '#server/http/feature.ts';
import { answerOnce } from '#server/http/idempotency.ts';
import { signedIn } from '#server/http/signed-in.ts';
import { getAdminPayment, listAdminPayments, refundAsAdmin, settleFlags } from '../membership.contract.ts';
import { findPayments, giveBack, readWithEvents, settleFlagsOf } from './admin-payments.service.ts';

/** Admin only: the payments of all members. */
export function adminPaymentRoutes(app: App, { database, jobs }: Dependencies): void {
  app.route({
    ...listAdminPayments,
    handler: ({ query }) => findPayments({ database, query }),
  });

  app.route({
    ...getAdminPayment,
    handler: ({ params: { paymentId } }) => readWithEvents(database, paymentId),
  });

  app.route({
    ...refundAsAdmin,
    handler: (request, reply) => {
      const asked = { admin: signedIn(request), jobs, ...request.params, refund: request.body };
      return answerOnce({ request, reply, database, status: 202 }, (transaction) =>
        giveBack(transaction, { ...asked, now: Date.now() }),
      );
    },
  });

  app.route({
    ...settleFlags,
    handler: (request) =>
      database
        .transaction()
        .execute((transaction) =>
          settleFlagsOf(transaction, { admin: signedIn(request), ...request.params }),
        ),
  });
}
