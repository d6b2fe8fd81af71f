import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import type { ProviderId } from '../providers.contract.ts';
import { recoveryProblems } from '../../recovery/recovery.contract.ts';
import { findPerson } from '../../server/account.person.ts';
import { deleteSession } from '../../server/account.sql.ts';
import { type createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { setSessionReauthenticated } from '../../reauthentication/server/reauthentication.sql.ts';
import { isReviewDueAfterReset } from '../../recovery/server/recovery.service.ts';
import { userAtSecondStep } from '../../second-factor/server/second-factor.sql.ts';
import { readSigned, sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import type { ProviderOutcome, providerSignIns } from './provider-sign-in.ts';

/** An outcome in which better-auth has recognised a person. */
type Recognised = Extract<ProviderOutcome, { isReauthentication: boolean }>;

/** Creates the handler of the redirect from a provider. It ends every flow with a redirect to a page. */
export function providerCallbackHandler({
  dependencies: { database, settings },
  signIns,
  attempts,
  signInContext: { headersFor, enter },
}: {
  dependencies: Dependencies;
  signIns: ReturnType<typeof providerSignIns>;
  attempts: ReturnType<typeof createAttemptLimiter>;
  signInContext: SignInContext;
}) {
  const sessionCookie = sessionCookieFor(settings);

  return async (request: FastifyRequest<{ Params: { provider: ProviderId } }>, reply: FastifyReply) => {
    const { provider } = request.params;
    const outcome = await outcomeOf(request);
    const ended =
      'isReauthentication' in outcome && outcome.isReauthentication
        ? await completeReauthentication({ request, outcome, provider })
        : await completeSignIn({ request, reply, outcome, provider });
    // If this flow does not sign in, the existing session of the browser stays valid.
    if (ended.way !== 'in') reply.header('set-cookie', withoutSession(ended.setCookies, sessionCookie));
    logOutcome({ request, ended, provider });
    return reply.redirect(ended.location, 302);
  };

  async function outcomeOf(request: FastifyRequest<{ Params: { provider: ProviderId } }>) {
    const { provider } = request.params;
    const headers = headersFor(request, ['state', 'trusted-browser', 'provider-page']);
    try {
      return await attempts.within({
        limits: providerLimits(request),
        run: () =>
          signIns.finish({
            provider,
            request: new Request(new URL(request.url, settings.BASE_URL), { headers }),
          }),
        hasFailed: (ended) => ended.way === 'back' && ended.problem !== 'cancelled',
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return signIns.refuse({ provider, problem: 'too_many', cookies: headers.get('cookie') });
    }
  }

  /** Refuses a sign-in while a review of the sign-in methods is due, or if the deletion of the account is due. */
  async function completeSignIn(given: {
    request: FastifyRequest;
    reply: FastifyReply;
    outcome: ProviderOutcome;
    provider: ProviderId;
  }): Promise<ProviderOutcome> {
    const { request, reply, outcome, provider } = given;
    try {
      if (outcome.way === 'in')
        await enter({ request, reply, made: outcome, by: 'provider', event: 'account.signed_in' });
      if (outcome.way === 'second_step') {
        const userId = await personAtStepOf(outcome, { database, settings });
        if (userId !== null && (await isReviewDueAfterReset({ database, userId })))
          throw problem(recoveryProblems, 'account.review_due');
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const reason = error.code === 'account.review_due' ? 'review_due' : 'failed';
      return signIns.refuse({ provider, problem: reason, cookies: null });
    }
  }

  async function completeReauthentication(given: {
    request: FastifyRequest;
    outcome: Recognised;
    provider: ProviderId;
  }): Promise<ProviderOutcome> {
    const { request, outcome, provider } = given;
    const person = await request.identify();
    const userId = await personOf(outcome, { database, settings });
    // The browser gets no session cookies of better-auth. If better-auth has started a second step, this step is not
    // used and expires.
    const setCookies = outcome.setCookies.filter((line) => line.includes('momokzi.state='));
    if (person?.userId === userId && person.sessionId !== null) {
      await setSessionReauthenticated(database, { sessionId: person.sessionId, at: new Date() });
      return { way: 'reauthenticated', userId, setCookies, location: outcome.location };
    }
    const [page = ''] = outcome.location.split('?');
    const location = `${page}?via=${provider}&problem=someone_else`;
    return { way: 'back', problem: 'someone_else', cause: null, setCookies, location };
  }
}

type Stores = Pick<Dependencies, 'database' | 'settings'>;

/** Returns the person who re-authenticated. The session that better-auth has created is deleted. */
async function personOf(outcome: Recognised, stores: Stores): Promise<string | null> {
  const { database, settings } = stores;
  if (outcome.way === 'second_step') return personAtStepOf(outcome, stores);
  const found = await findPerson(database, { token: outcome.token, now: Date.now(), settings });
  if (found?.person.sessionId) await deleteSession(database, { sessionId: found.person.sessionId });
  return found?.person.userId ?? null;
}

async function personAtStepOf(
  { setCookies }: Pick<ProviderOutcome, 'setCookies'>,
  { database, settings }: Stores,
): Promise<string | null> {
  for (const line of setCookies) {
    const step = readSigned({ header: line.split(';')[0], settings, name: 'second-factor' });
    const person = step && (await userAtSecondStep(database, { step, now: new Date() }));
    if (person) return person.userId;
  }
  return null;
}

export const providerLimits = (request: FastifyRequest) =>
  [{ limit: 'signInByAddress', of: networkOf(request.ip) }] as const;

export const withoutSession = (setCookies: readonly string[], { name }: { name: string }): string[] =>
  setCookies.filter((line) => !line.startsWith(`${name}=`));

function logOutcome(given: { request: FastifyRequest; ended: ProviderOutcome; provider: ProviderId }): void {
  const { request, ended, provider } = given;
  if (ended.way === 'back') {
    const { problem: reason, cause } = ended;
    request.log.warn({ event: 'account.sign_in_refused', provider, reason, cause, address: request.ip });
  }
  if (ended.way === 'linked') request.log.info({ event: 'account.provider_linked', provider });
  if (ended.way === 'reauthenticated')
    request.log.info({ event: 'account.reauthenticated_by_provider', userId: ended.userId });
}
