import type { FastifyRequest } from 'fastify';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { localeOf } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { sessionOf, requireUser } from '#server/http/require-user.ts';
import {
  createOrder,
  getMembership,
  listPayments,
  portOneWebhook,
  processPortOnePayment,
  refundPayment,
  webhookProblems,
} from '../membership.contract.ts';
import { adminPaymentRoutes } from './admin-payments.routes.ts';
import { membershipOf, myPayments, processReturn, refundOwnPayment } from './membership.service.ts';
import { orderYear } from './orders.service.ts';
import { createPayments, runPaymentJobs } from './payments.ts';
import { anonymizePayer } from './payments.sql.ts';
import { handleWebhook } from './webhook.ts';

export const membershipRoutes: FeatureRoutes = async (app, dependencies) => {
  const { database, settings, jobs, personalData } = dependencies;
  const payments = createPayments({ ...dependencies, log: app.log });
  runPaymentJobs({ ...dependencies, log: app.log, payments });
  personalData.declare(
    { table: 'payments', column: 'user_id', onDeletion: 'anonymous', erase: anonymizePayer },
    { table: 'expiry_notices', column: 'user_id', onDeletion: 'deleted' },
  );
  adminPaymentRoutes(app, dependencies);

  forbidStoring(app);

  app.route({
    ...getMembership,
    handler: async (request) => membershipOf({ payments, person: requireUser(request), now: Date.now() }),
  });

  app.route({
    ...createOrder,
    handler: (request) =>
      orderYear({
        database,
        settings,
        payments,
        person: inBrowser(request),
        wanted: request.body,
        locale: localeOf(request),
        log: request.log,
        now: Date.now(),
      }),
  });

  app.route({
    ...processPortOnePayment,
    handler: (request) =>
      processReturn({
        database,
        payments,
        person: requireUser(request),
        paymentId: request.body.paymentId,
        log: request.log,
      }),
  });

  app.route({
    ...listPayments,
    handler: ({ person, query: { cursor = null, limit } }) =>
      myPayments({ database, person: requireUser({ person }), cursor, limit, now: Date.now() }),
  });

  app.route({
    ...refundPayment,
    handler: (request, reply) => {
      const { userId } = inBrowser(request);
      const wanted = { jobs, userId, ...request.params, ...request.body, now: Date.now() };
      return runIdempotently({ request, reply, database, status: 202 }, (transaction) =>
        refundOwnPayment(transaction, wanted),
      );
    },
  });

  await app.register(async (scope: App) => {
    // The body is read as text, because the signature covers the raw text.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    scope.route({
      ...portOneWebhook,
      config: { allowsForeignOrigin: true },
      handler: async (request) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const webhook = { body, headers: request.headers };
        const setup = payments?.setup ?? null;
        const refused = await handleWebhook({ database, jobs, setup, webhook });
        if (refused === null) return { received: true as const };
        request.log.warn({ event: 'payment.webhook_refused', reason: refused });
        throw problem(webhookProblems, 'membership.webhook_refused');
      },
    });
  });
};

/** Returns the person of a request from a browser. A personal API token is refused. */
function inBrowser(request: FastifyRequest) {
  const person = requireUser(request);
  sessionOf(person);
  return person;
}
