import type { App, Dependencies } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  getAdminPayment,
  listAdminPayments,
  refundAsAdmin,
  markFlagsReviewed,
} from '../membership.contract.ts';
import {
  findPayments,
  refundByAdmin,
  readWithEvents,
  markFlagsReviewedOf,
} from './admin-payments.service.ts';

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
      const asked = { admin: requireUser(request), jobs, ...request.params, refund: request.body };
      return runIdempotently({ request, reply, database, status: 202 }, (transaction) =>
        refundByAdmin(transaction, { ...asked, now: Date.now() }),
      );
    },
  });

  app.route({
    ...markFlagsReviewed,
    handler: (request) => markFlagsReviewedOf(database, { admin: requireUser(request), ...request.params }),
  });
}
