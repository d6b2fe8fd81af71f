import type { App, Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { welcomeSender } from '../../account.rules.ts';
import {
  getSignInOptions,
  type ProviderId,
  providerCallback,
  providerProblems,
  startProviderLink,
  startProviderReauthentication,
  startProviderSignIn,
  unlinkProvider,
} from '../providers.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { createAttemptLimiter } from '../../server/attempts.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import { unlinkIdentity } from './linked-identities.ts';
import { providerCallbackHandler, providerLimits, withoutSession } from './provider-callback.ts';
import { providerConfigurations } from './provider-configurations.ts';
import { providerSignIns } from './provider-sign-in.ts';

export function providerRoutes(
  app: App,
  {
    dependencies,
    createAuthInstance,
    signInContext,
  }: {
    dependencies: Dependencies;
    createAuthInstance: () => Promise<AccountAuth>;
    signInContext: SignInContext;
  },
): void {
  const { database, settings } = dependencies;
  const { headersFor } = signInContext;
  const sessionCookie = sessionCookieFor(settings);
  const providers = providerConfigurations(settings).map(({ providerId }) => providerId);
  const isWelcomeMisconfigured = welcomeSender(settings.WELCOME_EMAIL_FUNCTION_URL).by === 'none';
  const attempts = createAttemptLimiter(dependencies);
  const reauthenticate = createReauthentication(dependencies);
  const signIns = providerSignIns({ settings, createAuthInstance, sessionCookie, log: app.log });

  app.route({
    ...getSignInOptions,
    handler: async () => ({ providers, isWelcomeMisconfigured }),
  });

  app.route({
    ...startProviderSignIn,
    handler: async (request, reply) => {
      const provider = offered(request.params);
      const { url, setCookies } = await attempts.within({
        limits: providerLimits(request),
        run: () =>
          signIns.start({ provider, ...request.body, from: request.body.from, headers: headersFor(request) }),
      });
      reply.header('set-cookie', setCookies);
      return { url };
    },
  });

  app.route({
    ...startProviderReauthentication,
    handler: async (request, reply) => {
      const provider = offered(request.params);
      const page = request.body.page === 'settings' ? '/app/settings/security' : '/app/user-deletion-request';
      const { url, setCookies } = await attempts.within({
        limits: providerLimits(request),
        run: () =>
          signIns.startAsMember({ provider, intent: 'reauthentication', page, headers: headersFor(request) }),
      });
      reply.header('set-cookie', setCookies);
      return { url };
    },
  });

  app.route({
    ...startProviderLink,
    handler: async (request, reply) => {
      const provider = offered(request.params);
      await reauthenticate(request, request.body.password);
      const headers = headersFor(request, ['session']);
      const page = '/app/settings/security';
      const { url, setCookies } = await signIns.startAsMember({ provider, intent: 'link', page, headers });
      reply.header('set-cookie', withoutSession(setCookies, sessionCookie));
      return { url };
    },
  });

  app.route({
    ...unlinkProvider,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const { provider } = request.params;
      await reauthenticate(request, request.body.password);
      await unlinkIdentity({ database, userId, provider, offered: providers });
      request.log.info({ event: 'account.provider_unlinked', userId, provider });
      return { unlinked: true as const };
    },
  });

  const finish = providerCallbackHandler({ dependencies, signIns, attempts, signInContext });
  app.route({ ...providerCallback, handler: finish });

  function offered({ provider }: { provider: ProviderId }): ProviderId {
    if (!providers.includes(provider)) throw problem(providerProblems, 'account.provider_unknown');
    return provider;
  }
}
