import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { type ProblemError, problem } from '#server/http/problem.ts';
import { sessionOf } from '#server/http/require-user.ts';
import { accountProblems, type Me } from '../../account.contract.ts';
import { passkeyProblems } from '../../passkeys/passkeys.contract.ts';
import { recoveryProblems } from '../../recovery/recovery.contract.ts';
import { isReviewDue } from '../../recovery/server/recovery.sql.ts';
import { secondFactorProblems } from '../../second-factor/second-factor.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import { findPerson, meOf } from '../../server/account.person.ts';
import type { CreatedSession } from '../../server/account.service.ts';
import { deleteSession, deleteSessionByToken } from '../../server/account.sql.ts';
import { type CookieName, keepOnlyCookies, LANGUAGE_HEADER } from '../../server/cookie-header.ts';
import { knownBrowserCookieFor } from './known-browser-cookie.ts';

export type SignInContext = {
  getAuth: () => Promise<AccountAuth>;
  /**
   * Returns headers for better-auth. They contain only the given cookies, and no IP address from the client's headers.
   */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /**
   * Signs a person in. If the deletion of the account is due, the new session is deleted and a problem is thrown. While
   * a review is due, the same happens after a sign-in by passkey or identity provider.
   * @throws account.review_due; if the deletion is due, the problem that an unknown account gets
   */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: CreatedSession;
    by: 'password' | 'second_step' | 'passkey' | 'provider';
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};

export function createSignInContext({
  dependencies: { database, settings },
  getAuth,
}: {
  dependencies: Pick<Dependencies, 'database' | 'settings'>;
  getAuth: () => Promise<AccountAuth>;
}): SignInContext {
  const knownDevice = knownBrowserCookieFor(settings);
  return { getAuth, headersFor, enter };

  /** Signs a person in. The browser's previous session ends, because a session never changes its owner. */
  async function enter({
    request,
    reply,
    made,
    by,
    event,
  }: Parameters<SignInContext['enter']>[0]): Promise<Me> {
    const found = await findPerson(database, { token: made.token, now: Date.now(), settings });
    if (!found) {
      // The deletion of the account is due, so the new session is deleted.
      await deleteSessionByToken(database, { token: made.token });
      throw refusalOfUnknownAccount(by);
    }
    const { userId, email } = found.person;
    const isReviewed =
      by === 'password' || by === 'second_step' || !(await isReviewDue(database, { userId }));
    if (!isReviewed) {
      await deleteSession(database, { sessionId: sessionOf(found.person) });
      throw problem(recoveryProblems, 'account.review_due');
    }
    const before = await request.identify();
    if (before) await deleteSession(database, { sessionId: sessionOf(before) });
    request.log.info({ event, userId, address: request.ip });
    reply.header('set-cookie', [...made.setCookies, knownDevice.write({ email, from: 'sign_in' })]);
    return meOf(found.person);
  }

  function headersFor(request: FastifyRequest, cookies: readonly CookieName[] = []): Headers {
    return new Headers({
      'x-real-ip': request.ip,
      'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
      [LANGUAGE_HEADER]: localeOf(request),
      cookie: keepOnlyCookies({ header: request.headers.cookie, names: cookies, settings }),
    });
  }
}

function refusalOfUnknownAccount(by: Parameters<SignInContext['enter']>[0]['by']): ProblemError {
  if (by === 'passkey') return problem(passkeyProblems, 'account.passkey_refused');
  if (by === 'second_step') return problem(secondFactorProblems, 'account.second_step_expired');
  return problem(accountProblems, 'account.credentials_wrong');
}
