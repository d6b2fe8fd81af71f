import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  cancelSecondFactorRemoval,
  cancelSecondFactorRemovalByMail,
  finishReview,
  getSecurityNotices,
  requestSecondFactorRemoval,
  startSecondFactorRemoval,
} from '../recovery.contract.ts';
import { type Attempt, createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { providerConfigurations } from '../../providers/server/provider-configurations.ts';
import { userAwaitingSecondFactor } from '../../second-factor/server/user-awaiting-second-factor.ts';
import { completeReview, noticesOf, createSecondFactorRemovals } from './recovery.service.ts';

export function recoveryRoutes(app: App, dependencies: Dependencies): void {
  const { database, settings } = dependencies;
  const attempts = createAttemptLimiter(dependencies);
  const reauthenticate = createReauthentication(dependencies);
  const removals = createSecondFactorRemovals({ ...dependencies, log: app.log });
  const offered = providerConfigurations(settings).map(({ providerId }) => providerId);
  const linkLimits = (request: FastifyRequest): Attempt[] => [
    { limit: 'mailLinkByAddress', of: networkOf(request.ip) },
  ];

  app.route({
    ...getSecurityNotices,
    handler: (request) => noticesOf({ database, userId: requireUser(request).userId }),
  });

  app.route({
    ...finishReview,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const review = request.body;
      await reauthenticate(request, review.password);
      await completeReview({ database, userId, review, offered });
      const { passkeys, providers, secondFactor } = review;
      request.log.info({
        event: 'account.sign_in_methods_reviewed',
        userId,
        removed: { passkeys: passkeys.length, providers, secondFactor },
      });
      return noticesOf({ database, userId });
    },
  });

  app.route({
    ...requestSecondFactorRemoval,
    handler: async (request, reply) => {
      const person = await userAwaitingSecondFactor({ database, settings, request });
      await attempts.within({
        limits: [{ limit: 'removalRequestByAccount', of: person.userId }],
        run: () => removals.request({ ...person, locale: localeOf(request) }),
      });
      return reply.code(202).send({ done: true });
    },
  });

  app.route({
    ...startSecondFactorRemoval,
    handler: async (request) => {
      const { token } = request.body;
      const dueAt = await attempts.within({
        limits: linkLimits(request),
        run: () => removals.start({ token, locale: localeOf(request) }),
      });
      return { dueAt: dueAt.getTime() };
    },
  });

  app.route({
    ...cancelSecondFactorRemovalByMail,
    handler: async (request) => {
      const { token } = request.body;
      await attempts.within({ limits: linkLimits(request), run: () => removals.cancelByMail({ token }) });
      return { done: true as const };
    },
  });

  app.route({
    ...cancelSecondFactorRemoval,
    handler: async (request) => {
      const { userId } = requireUser(request);
      await removals.cancel({ userId });
      return noticesOf({ database, userId });
    },
  });
}
