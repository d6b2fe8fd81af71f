import { commonProblems } from '#common/problem.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorProblems,
  startSecondFactorSetup,
  disableSecondFactor,
} from '../second-factor.contract.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { createAttemptLimiter } from '../../server/attempts.ts';
import { withUnchangedPassword } from '../../server/account.service.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import {
  startSetup,
  confirmSetUp,
  replaceRecoveryCodes,
  recoveryCodesOf,
  removeSecondFactor,
} from './second-factor.service.ts';
import { spendCode, secondStepRoutes } from './second-step.routes.ts';
import { deleteSecondSteps, isSecondFactorOn } from './second-factor.sql.ts';

export function secondFactorRoutes(
  app: App,
  { dependencies, signInContext }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const { database, settings } = dependencies;
  const { getAuth, headersFor } = signInContext;
  secondStepRoutes(app, { dependencies, signInContext });
  const attempts = createAttemptLimiter(dependencies);
  const reauthenticate = createReauthentication(dependencies);
  const sessionCookie = sessionCookieFor(settings);

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
            attempts,
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
}
