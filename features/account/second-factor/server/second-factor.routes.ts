import { commonProblems } from '#common/problem.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { APP_CODE_LIFETIME_MS } from '../../account.rules.ts';
import {
  confirmSecondFactor,
  passSecondFactor,
  renewRecoveryCodes,
  secondFactorProblems,
  startSecondFactorSetup,
  disableSecondFactor,
} from '../second-factor.contract.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { type Attempt, createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { knownBrowserCookieFor } from '../../sign-in/server/known-browser-cookie.ts';
import { withUnchangedPassword } from '../../server/account.service.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import { userAwaitingSecondFactor } from './user-awaiting-second-factor.ts';
import {
  startSetup,
  confirmSetUp,
  replaceRecoveryCodes,
  recoveryCodesOf,
  passSecondStep,
  removeSecondFactor,
} from './second-factor.service.ts';
import { deleteSecondSteps, isSecondFactorOn } from './second-factor.sql.ts';

export function secondFactorRoutes(
  app: App,
  { dependencies, signInContext }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const { database, settings } = dependencies;
  const { getAuth, headersFor, enter } = signInContext;
  const attempts = createAttemptLimiter(dependencies);
  const knownDevice = knownBrowserCookieFor(settings);
  const reauthenticate = createReauthentication(dependencies);
  const sessionCookie = sessionCookieFor(settings);

  app.route({
    ...passSecondFactor,
    handler: async (request, reply) => {
      const step = request.body;
      const { userId, email } = await userAwaitingSecondFactor({ database, settings, request });
      const device = knownDevice.read({ header: request.headers.cookie, email, from: ['sign_in'] });
      const limits: Attempt[] = [
        { limit: 'signInByAddress', of: networkOf(request.ip) },
        device
          ? { limit: 'secondFactorByDevice', of: device }
          : { limit: 'secondFactorByAccount', of: userId },
      ];
      const made = await attempts
        .within({
          limits,
          run: () => {
            const headers = headersFor(request, ['second-factor', 'trusted-browser']);
            const pass = () =>
              withUnchangedPassword({
                database,
                email,
                refusal: () => problem(secondFactorProblems, 'account.second_step_expired'),
                run: async () => passSecondStep({ auth: await getAuth(), headers, step }),
              });
            return step.by === 'app' ? spendCode({ userId, code: step.code, run: pass }) : pass();
          },
        })
        .catch((error) => {
          const reason = error instanceof ProblemError ? error.code : 'failed';
          const account = attempts.nameOf(email);
          request.log.warn({ event: 'account.second_step_refused', account, address: request.ip, reason });
          throw error;
        });
      const me = await enter({ request, reply, made, by: 'second_step', event: 'account.signed_in' });
      const left =
        step.by === 'recovery_code'
          ? (await recoveryCodesOf({ auth: await getAuth(), userId })).length
          : null;
      if (left !== null) request.log.info({ event: 'account.recovery_code_used', userId, left });
      return { me, recoveryCodesLeft: left };
    },
  });

  app.route({
    ...startSecondFactorSetup,
    handler: async (request, reply) => {
      const { password } = request.body;
      await reauthenticate(request, password);
      const headers = headersFor(request, ['session']);
      return reply.code(201).send(await startSetup({ auth: await getAuth(), headers, password }));
    },
  });

  app.route({
    ...confirmSecondFactor,
    handler: async (request, reply) => {
      const { userId, email } = requireUser(request);
      const { code } = request.body;
      if (await isSecondFactorOn(database, { userId }))
        throw problem(secondFactorProblems, 'account.second_factor_on');
      const { setCookies } = await attempts.within({
        limits: [{ limit: 'secondFactorByAccount', of: userId }],
        run: () =>
          spendCode({
            userId,
            code,
            run: () =>
              renewSession({
                email,
                run: async () =>
                  confirmSetUp({ auth: await getAuth(), headers: headersFor(request, ['session']), code }),
              }),
          }),
      });
      request.log.info({ event: 'account.second_factor_on', userId });
      reply.header('set-cookie', setCookies);
      return { recoveryCodes: await recoveryCodesOf({ auth: await getAuth(), userId }) };
    },
  });

  app.route({
    ...renewRecoveryCodes,
    handler: async (request, reply) => {
      const { password } = request.body;
      await reauthenticate(request, password);
      const headers = headersFor(request, ['session']);
      const recoveryCodes = await replaceRecoveryCodes({ auth: await getAuth(), headers, password });
      request.log.info({ event: 'account.recovery_codes_created', userId: requireUser(request).userId });
      return reply.code(201).send({ recoveryCodes });
    },
  });

  app.route({
    ...disableSecondFactor,
    handler: async (request, reply) => {
      const { userId, email } = requireUser(request);
      const { password } = request.body;
      await reauthenticate(request, password);
      if (!(await isSecondFactorOn(database, { userId })))
        throw problem(secondFactorProblems, 'account.second_factor_off');
      const headers = headersFor(request, ['session', 'trusted-browser']);
      const { setCookies } = await renewSession({
        email,
        run: async () => removeSecondFactor({ auth: await getAuth(), headers, password }),
      });
      await deleteSecondSteps(database, { userId });
      request.log.info({ event: 'account.second_factor_off', userId });
      reply.header('set-cookie', setCookies);
      return { isOn: false as const };
    },
  });

  /** Runs a function that replaces the session by a new session. The new session must not outlive a password reset. */
  function renewSession({ email, run }: { email: string; run: () => Promise<{ setCookies: string[] }> }) {
    return withUnchangedPassword({
      database,
      email,
      refusal: () => problem(commonProblems, 'account.sign_in_required'),
      run: async () => {
        const { setCookies } = await run();
        const tokens = setCookies.map((line) => sessionCookie.read(line.split(';')[0]));
        return { setCookies, token: tokens.find((token) => token !== null) ?? null };
      },
    });
  }

  /**
   * Refuses a code that was used before, so that an observed code is useless (RFC 6238, section 5.2). The code is
   * marked as used before it is verified, because two requests may send the code at the same time.
   */
  async function spendCode<T>({
    userId,
    code,
    run,
  }: {
    userId: string;
    code: string;
    run: () => Promise<T>;
  }): Promise<T> {
    const result = await attempts.once({ of: `${userId}:${code}`, windowMs: APP_CODE_LIFETIME_MS, run });
    if (result === null) throw problem(secondFactorProblems, 'account.second_factor_wrong');
    return result;
  }
}
