import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../mail-links.contract.ts';
import { createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { knownBrowserCookieFor } from '../../sign-in/server/known-browser-cookie.ts';
import {
  mailPasswordResets,
  mailVerification,
  resetPasswordByLink,
  verifyEmailByLink,
} from './mail-links.service.ts';

export function mailLinkRoutes(app: App, dependencies: Dependencies): void {
  const { database, personalData, settings } = dependencies;
  const knownDevice = knownBrowserCookieFor(settings);
  const attempts = createAttemptLimiter(dependencies);
  const passwordResets = mailPasswordResets(dependencies);

  forbidStoring(app);

  app.route({
    ...requestPasswordReset,
    handler: async (request, reply) => {
      const { email } = request.body;
      await attempts.within({
        limits: [
          { limit: 'resetRequestByAddress', of: networkOf(request.ip) },
          { limit: 'resetRequestByAccount', of: email },
        ],
        run: () => passwordResets.request({ email, locale: localeOf(request) }),
      });
      request.log.info({ event: 'account.password_reset_requested', account: attempts.nameOf(email) });
      return reply.code(202).send({ done: true });
    },
  });

  app.route({
    ...resetPassword,
    handler: async (request, reply) => {
      const { token, newPassword } = request.body;
      const { userId, email } = await attempts.within({
        limits: [{ limit: 'mailLinkByAddress', of: networkOf(request.ip) }],
        run: () => resetPasswordByLink({ database, personalData, token, newPassword }),
      });
      request.log.info({ event: 'account.password_reset', userId });
      reply.header('set-cookie', knownDevice.write({ email, from: 'password_reset' }));
      return { done: true as const };
    },
  });

  app.route({
    ...requestEmailVerification,
    handler: async (request, reply) => {
      const { userId, email, emailVerified } = requireUser(request);
      await attempts.within({
        limits: [{ limit: 'verificationRequestByAccount', of: userId }],
        run: async () => {
          if (emailVerified) return;
          await mailVerification(dependencies, { userId, email, locale: localeOf(request) });
        },
      });
      return reply.code(202).send({ done: true });
    },
  });

  app.route({
    ...verifyEmail,
    handler: async (request) => {
      const { token } = request.body;
      const { userId } = await attempts.within({
        limits: [{ limit: 'mailLinkByAddress', of: networkOf(request.ip) }],
        run: () => verifyEmailByLink({ database, token }),
      });
      request.log.info({ event: 'account.email_verified', userId });
      return { done: true as const };
    },
  });
}
