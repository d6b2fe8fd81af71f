import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError } from '#server/http/problem.ts';
import { signIn, signUp } from '../../account.contract.ts';
import { createAccount, createSession } from '../../server/account.service.ts';
import { type Attempt, createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import { knownBrowserCookieFor } from './known-browser-cookie.ts';
import type { SignInContext } from './sign-in-context.ts';

export function signInRoutes(
  app: App,
  {
    dependencies: { database, settings },
    signInContext: { getAuth, headersFor, enter },
  }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const sessionCookie = sessionCookieFor(settings);
  const knownDevice = knownBrowserCookieFor(settings);
  const attempts = createAttemptLimiter({ database, settings });

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
}
