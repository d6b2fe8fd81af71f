import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { welcomeSender } from '../../account.rules.ts';
import {
  getSignInOptions,
  type ProviderId,
  type ProviderProblem,
  providerCallback,
  providerProblems,
  startProviderSignIn,
} from '../../providers.contract.ts';
import type { AccountAuth } from '../account.auth.ts';
import type { MadeSession } from '../account.service.ts';
import { limitAttempts, networkOf } from '../attempts.ts';
import type { sessionCookieFor } from '../session-cookie.ts';
import { providerConfigurations } from './provider-configurations.ts';
import { type ProviderOutcome, providerSignIns } from './provider-sign-in.ts';

/** Ways in by an identity provider: what there is, the start, and the way back. */
export function providerRoutes(
  app: App,
  {
    dependencies,
    makeAuth,
    sessionCookie,
    headersFor,
    enter,
  }: {
    dependencies: Dependencies;
    makeAuth: () => AccountAuth;
    sessionCookie: ReturnType<typeof sessionCookieFor>;
    headersFor: (request: FastifyRequest) => Headers;
    /** Hands a new session over to the browser. */
    enter: (input: {
      request: FastifyRequest;
      reply: FastifyReply;
      made: MadeSession;
      event: 'account.signed_in';
    }) => Promise<unknown>;
  },
): void {
  const { settings } = dependencies;
  const providers = providerConfigurations(settings).map(({ providerId }) => providerId);
  const isWelcomeMisconfigured = welcomeSender(settings.WELCOME_EMAIL_FUNCTION_URL).by === 'nobody';
  const attempts = limitAttempts(dependencies);
  const signIns = providerSignIns({ settings, makeAuth, sessionCookie });
  const limitsOf = (request: FastifyRequest) =>
    [{ limit: 'signInByAddress', of: networkOf(request.ip) }] as const;

  app.route({
    ...getSignInOptions,
    handler: async () => ({ providers, isWelcomeMisconfigured }),
  });

  app.route({
    ...startProviderSignIn,
    handler: async (request, reply) => {
      const { provider } = request.params;
      if (!providers.includes(provider)) throw problem(providerProblems, 'account.provider_unknown');
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
    ...providerCallback,
    handler: async (request, reply) => {
      const { provider } = request.params;
      const headers = headersFor(request);
      headers.set('cookie', request.headers.cookie ?? '');
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
      if (outcome.way === 'in') await enter({ request, reply, made: outcome, event: 'account.signed_in' });
      else {
        const { problem: reason, cause } = outcome;
        request.log.warn({ event: 'account.sign_in_refused', provider, reason, cause, address: request.ip });
        reply.header('set-cookie', outcome.setCookies);
      }
      return reply.redirect(outcome.location, 302);
    },
  });
}

const refused = (provider: ProviderId, problem: ProviderProblem): ProviderOutcome => ({
  way: 'back',
  problem,
  cause: null,
  setCookies: [],
  location: `/login?via=${provider}&problem=${problem}`,
});
