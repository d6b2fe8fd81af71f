import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { welcomeSender } from '../../account.rules.ts';
import {
  getSignInOptions,
  type ProviderId,
  type ProviderProblem,
  providerCallback,
  providerProblems,
  startProviderLink,
  startProviderReauthentication,
  startProviderSignIn,
  unlinkProvider,
} from '../providers.contract.ts';
import { recoveryProblems } from '../../recovery/recovery.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import { findPerson } from '../../server/account.person.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { deleteSession } from '../../server/account.sql.ts';
import { createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { setSessionReauthenticated } from '../../reauthentication/server/reauthentication.sql.ts';
import { isReviewDueAfterReset } from '../../recovery/server/recovery.service.ts';
import { userAtSecondStep } from '../../second-factor/server/second-factor.sql.ts';
import { readSigned, sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import { unlinkIdentity } from './linked-identities.ts';
import { providerConfigurations } from './provider-configurations.ts';
import { type ProviderOutcome, providerSignIns } from './provider-sign-in.ts';

export function providerRoutes(
  app: App,
  {
    dependencies,
    createAuthInstance,
    signInContext: { headersFor, enter },
  }: {
    dependencies: Dependencies;
    createAuthInstance: () => Promise<AccountAuth>;
    signInContext: SignInContext;
  },
): void {
  const { database, settings } = dependencies;
  const sessionCookie = sessionCookieFor(settings);
  const providers = providerConfigurations(settings).map(({ providerId }) => providerId);
  const isWelcomeMisconfigured = welcomeSender(settings.WELCOME_EMAIL_FUNCTION_URL).by === 'none';
  const attempts = createAttemptLimiter(dependencies);
  const reauthenticate = createReauthentication(dependencies);
  const signIns = providerSignIns({ settings, createAuthInstance, sessionCookie, log: app.log });
  const limitsOf = (request: FastifyRequest) =>
    [{ limit: 'signInByAddress', of: networkOf(request.ip) }] as const;

  app.route({
    ...getSignInOptions,
    handler: async () => ({ providers, isWelcomeMisconfigured }),
  });

  app.route({
    ...startProviderSignIn,
    handler: async (request, reply) => {
      const provider = offered(request.params);
      const { url, setCookies } = await attempts.within({
        limits: limitsOf(request),
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
      const page = request.body.page === 'settings' ? '/app/settings' : '/app/user-deletion-request';
      const { url, setCookies } = await attempts.within({
        limits: limitsOf(request),
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
      const page = '/app/settings';
      const { url, setCookies } = await signIns.startAsMember({ provider, intent: 'link', page, headers });
      reply.header('set-cookie', withoutSessions(setCookies));
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

  app.route({
    ...providerCallback,
    handler: async (request, reply) => {
      const { provider } = request.params;
      const headers = headersFor(request, ['state', 'trusted-browser']);
      const outcome = await attempts
        .within({
          limits: limitsOf(request),
          run: () =>
            signIns.finish({
              provider,
              request: new Request(new URL(request.url, settings.BASE_URL), { headers }),
            }),
          hasFailed: (ended) => ended.way === 'back' && ended.problem !== 'cancelled',
        })
        .catch((error: unknown) => {
          if (error instanceof ProblemError) return refused(provider, 'too_many');
          throw error;
        });
      const isReauthentication = 'isReauthentication' in outcome && outcome.isReauthentication;
      const settled = isReauthentication ? await completeReauthentication({ request, outcome }) : outcome;
      const ended = await unlessRefused(settled, {
        enter: (made) => enter({ request, reply, made, by: 'provider', event: 'account.signed_in' }),
        provider,
      });
      // If this flow does not sign in, the existing session of the browser stays valid.
      if (ended.way !== 'in') reply.header('set-cookie', withoutSessions(ended.setCookies));
      if (ended.way === 'back') {
        const { problem: reason, cause } = ended;
        request.log.warn({ event: 'account.sign_in_refused', provider, reason, cause, address: request.ip });
      }
      if (ended.way === 'linked' && !isReauthentication)
        request.log.info({ event: 'account.provider_linked', provider });
      return reply.redirect(ended.location, 302);
    },
  });

  /** Refuses a sign-in while a review of the sign-in methods is due, or if the deletion of the account is due. */
  async function unlessRefused(
    ended: ProviderOutcome,
    {
      enter,
      provider,
    }: { enter: (made: Extract<ProviderOutcome, { way: 'in' }>) => Promise<unknown>; provider: ProviderId },
  ): Promise<ProviderOutcome> {
    try {
      if (ended.way === 'in') await enter(ended);
      if (ended.way === 'second_step') {
        const userId = await personAtStepOf(ended);
        if (userId !== null && (await isReviewDueAfterReset({ database, userId })))
          throw problem(recoveryProblems, 'account.review_due');
      }
      return ended;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return refused(provider, error.code === 'account.review_due' ? 'review_due' : 'failed');
    }
  }

  function offered({ provider }: { provider: ProviderId }): ProviderId {
    if (!providers.includes(provider)) throw problem(providerProblems, 'account.provider_unknown');
    return provider;
  }

  /** Completes a re-authentication by a provider. The session that better-auth has created is deleted. */
  async function completeReauthentication({
    request,
    outcome,
  }: {
    request: FastifyRequest;
    outcome: Extract<ProviderOutcome, { isReauthentication: boolean }>;
  }): Promise<ProviderOutcome> {
    const person = await request.identify();
    const userId = await personOf(outcome);
    // The browser gets no session cookies of better-auth. If better-auth has started a second step, this step is not
    // used and expires.
    const setCookies = outcome.setCookies.filter((line) => line.includes('momokzi.state='));
    const [page = ''] = outcome.location.split('?');
    if (person?.userId === userId && person.sessionId !== null) {
      await setSessionReauthenticated(database, { sessionId: person.sessionId, at: new Date() });
      request.log.info({ event: 'account.reauthenticated_by_provider', userId });
      return { way: 'linked', setCookies, location: outcome.location };
    }
    const { provider } = request.params as { provider: ProviderId };
    const location = `${page}?via=${provider}&problem=someone_else`;
    return { way: 'back', problem: 'someone_else', cause: null, setCookies, location };
  }

  /** Returns the person who re-authenticated. The session that better-auth has created is deleted. */
  async function personOf(
    outcome: Extract<ProviderOutcome, { isReauthentication: boolean }>,
  ): Promise<string | null> {
    if (outcome.way === 'in') {
      const found = await findPerson(database, { token: outcome.token, now: Date.now(), settings });
      if (found?.person.sessionId) await deleteSession(database, { sessionId: found.person.sessionId });
      return found?.person.userId ?? null;
    }
    return personAtStepOf(outcome);
  }

  async function personAtStepOf({ setCookies }: Pick<ProviderOutcome, 'setCookies'>): Promise<string | null> {
    for (const line of setCookies) {
      const step = readSigned({ header: line.split(';')[0], settings, name: 'second-factor' });
      const person = step && (await userAtSecondStep(database, { step, now: new Date() }));
      if (person) return person.userId;
    }
    return null;
  }

  function withoutSessions(setCookies: readonly string[]): string[] {
    return setCookies.filter((line) => !line.startsWith(`${sessionCookie.name}=`));
  }
}

const refused = (provider: ProviderId, problem: ProviderProblem): ProviderOutcome => ({
  way: 'back',
  problem,
  cause: null,
  setCookies: [],
  location: `/login?via=${provider}&problem=${problem}`,
});
