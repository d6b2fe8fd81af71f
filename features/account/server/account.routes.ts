import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { localeOf } from '#server/http/locale.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { sessionOf, requireUser } from '#server/http/require-user.ts';
import {
  accountProblems,
  changePassword,
  getMe,
  type Me,
  signIn,
  signOut,
  signUp,
} from '../account.contract.ts';
import { extendedSessionEnd, SESSION_LENGTH_MS } from '../account.rules.ts';
import { passkeyProblems } from '../passkeys/passkeys.contract.ts';
import { recoveryProblems } from '../recovery/recovery.contract.ts';
import { secondFactorProblems } from '../second-factor/second-factor.contract.ts';
import type { AccountAuth } from './account.auth.ts';
import { findPerson, meOf } from './account.person.ts';
import { createAccount, createSession, changePasswordOfUser, updateMembership } from './account.service.ts';
import { deleteSession, deleteSessionByToken, extendSession } from './account.sql.ts';
import { cleanUpAccounts } from './clean-up-accounts.ts';
import { type Attempt, createAttemptLimiter, networkOf } from './attempts.ts';
import { type CookieName, keepOnlyCookies, LANGUAGE_HEADER } from './cookie-header.ts';
import type { SignInContext } from '../sign-in/server/sign-in-context.ts';
import { knownBrowserCookieFor } from '../sign-in/server/known-browser-cookie.ts';
import { passkeyRoutes } from '../passkeys/server/passkeys.routes.ts';
import { configurationsFor } from '../providers/server/provider-configurations.ts';
import { providerRoutes } from '../providers/server/providers.routes.ts';
import { secondFactorRoutes } from '../second-factor/server/second-factor.routes.ts';
import { recoveryRoutes } from '../recovery/server/recovery.routes.ts';
import { isReviewDue } from '../recovery/server/recovery.sql.ts';
import { securityRoutes } from '../security/server/security.routes.ts';
import { sessionCookieFor } from '../sessions/server/session-cookie.ts';
import { welcomeNewMembers } from '../sign-up/server/welcome.ts';

/** Delay in milliseconds between the start of the server and the loading of better-auth. */
const LOAD_AUTH_MS = 1_000;

const createAuth = async (options: Parameters<typeof import('./account.auth.ts').createAuth>[0]) =>
  (await import('./account.auth.ts')).createAuth(options);

export function accountRoutes(app: App, dependencies: Dependencies): void {
  const { database, settings, jobs } = dependencies;
  const sessionCookie = sessionCookieFor(settings);
  const knownDevice = knownBrowserCookieFor(settings);
  const attempts = createAttemptLimiter({ database, settings });
  const welcome = welcomeNewMembers({ ...dependencies, log: app.log });
  const shared = { database, log: app.log, settings, onSignedIn, onJoined: () => welcome.soon() };
  let auth: Promise<AccountAuth> | undefined;
  const getAuth = () => (auth ??= createAuth(shared));
  // better-auth and its libraries are a third of the server's libraries. They are loaded shortly after the start, so
  // that neither the start nor, in most cases, the first sign-in waits for them.
  app.addHook('onListen', async () => void setTimeout(getAuth, LOAD_AUTH_MS).unref());
  const createAuthInstance = () => createAuth({ ...shared, providers: configurationsFor(dependencies) });
  const signInContext: SignInContext = { getAuth, headersFor, enter };
  providerRoutes(app, { dependencies, createAuthInstance, signInContext });
  secondFactorRoutes(app, { dependencies, signInContext });
  passkeyRoutes(app, { dependencies, signInContext });
  securityRoutes(app, { dependencies, signInContext });
  recoveryRoutes(app, dependencies);
  app.addHook('onClose', async () => welcome.stop());
  cleanUpAccounts({ jobs });

  forbidStoring(app);

  app.route({
    ...getMe,
    handler: async (request, reply) => {
      if (bearerOf(request.headers) !== null) {
        const person = await request.identify();
        return { me: person && meOf(person) };
      }
      const token = sessionCookie.read(request.headers.cookie);
      const now = Date.now();
      const found = token === null ? null : await findPerson(database, { token, now, settings });
      if (token === null || !found) return { me: null };
      const { person, sessionExpiresAt, isMembershipOutdated } = found;
      const { userId } = person;
      const sessionId = sessionOf(person);
      if (isMembershipOutdated) await updateMembership({ connection: database, userId, now, settings });
      const end = extendedSessionEnd({ expiresAt: sessionExpiresAt, now });
      if (end !== null) {
        await extendSession(database, { sessionId, from: new Date(sessionExpiresAt), to: new Date(end) });
        reply.header('set-cookie', sessionCookie.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      }
      return { me: meOf(person) };
    },
  });

  app.route({
    ...signUp,
    handler: async (request, reply) => {
      const limits: Attempt[] = [{ limit: 'signUpByAddress', of: networkOf(request.ip) }];
      const made = await attempts.within({
        limits,
        run: async () =>
          createAccount({
            auth: await getAuth(),
            database,
            form: request.body,
            headers: headersFor(request),
          }),
      });
      const me = await enter({ request, reply, made, by: 'password', event: 'account.signed_up' });
      return reply.code(201).send({ me });
    },
  });

  app.route({
    ...signIn,
    handler: async (request, reply) => {
      const form = request.body;
      const device = knownDevice.read({
        header: request.headers.cookie,
        email: form.email,
        from: ['sign_in', 'password_reset'],
      });
      const limits: Attempt[] = [
        { limit: 'signInByAddress', of: networkOf(request.ip) },
        device ? { limit: 'signInByDevice', of: device } : { limit: 'signInByAccount', of: form.email },
      ];
      const made = await attempts
        .within({
          limits,
          run: async () =>
            createSession({
              auth: await getAuth(),
              database,
              form,
              headers: headersFor(request, ['trusted-browser']),
            }),
        })
        .catch((error) => logFailedSignIn({ request, email: form.email, error }));
      if (made.token === null) {
        // The browser's existing session stays valid until the second step is done.
        reply.header(
          'set-cookie',
          made.setCookies.filter((line) => !line.startsWith(`${sessionCookie.name}=`)),
        );
        return { needsSecondFactor: true as const, me: null };
      }
      const me = await enter({ request, reply, made, by: 'password', event: 'account.signed_in' });
      return { needsSecondFactor: false as const, me };
    },
  });

  app.route({
    ...signOut,
    handler: async (request, reply) => {
      const person = await request.identify();
      if (person) {
        await deleteSession(database, { sessionId: sessionOf(person) });
        request.log.info({ event: 'account.signed_out', userId: person.userId });
      }
      sessionCookie.clearOn(reply);
      return { me: null };
    },
  });

  app.route({
    ...changePassword,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const sessionId = sessionOf(person);
      const limits: Attempt[] = [{ limit: 'passwordCheckByAccount', of: userId }];
      const token = await attempts.within({
        limits,
        run: () => changePasswordOfUser({ database, userId, sessionId, form: request.body }),
      });
      request.log.info({ event: 'account.password_changed', userId });
      reply.header('set-cookie', sessionCookie.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      return { me: meOf(person) };
    },
  });

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

  function logFailedSignIn({
    request,
    email,
    error,
  }: {
    request: FastifyRequest;
    email: string;
    error: unknown;
  }): never {
    const reason = error instanceof ProblemError ? error.code : 'failed';
    const account = attempts.nameOf(email);
    request.log.warn({ event: 'account.sign_in_refused', account, address: request.ip, reason });
    throw error;
  }

  /** Updates the membership after a sign-in. An error is only logged, because the next sign-in repeats this update. */
  async function onSignedIn(userId: string): Promise<void> {
    try {
      await updateMembership({ connection: database, userId, now: Date.now(), settings });
    } catch (error) {
      app.log.error({ err: error, userId }, 'the membership could not be updated at sign-in');
    }
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
