import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { APP_CODE_LIFETIME_MS } from '../../account.rules.ts';
import { withUnchangedPassword } from '../../server/account.service.ts';
import { type Attempt, createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { knownBrowserCookieFor } from '../../sign-in/server/known-browser-cookie.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { passSecondFactor, secondFactorProblems } from '../second-factor.contract.ts';
import { passSecondStep, recoveryCodesOf } from './second-factor.service.ts';
import { userAwaitingSecondFactor } from './user-awaiting-second-factor.ts';

export function secondStepRoutes(
  app: App,
  { dependencies, signInContext }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const { database, settings } = dependencies;
  const { getAuth, headersFor, enter } = signInContext;
  const attempts = createAttemptLimiter(dependencies);
  const knownDevice = knownBrowserCookieFor(settings);

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
            return step.by === 'app' ? spendCode({ attempts, userId, code: step.code, run: pass }) : pass();
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
}

/**
 * Refuses a code that was used before, so that an observed code is useless (RFC 6238, section 5.2). The code is
 * marked as used before it is verified, because two requests may send the code at the same time.
 */
export async function spendCode<T>({
  attempts,
  userId,
  code,
  run,
}: {
  attempts: ReturnType<typeof createAttemptLimiter>;
  userId: string;
  code: string;
  run: () => Promise<T>;
}): Promise<T> {
  const result = await attempts.once({ of: `${userId}:${code}`, windowMs: APP_CODE_LIFETIME_MS, run });
  if (result === null) throw problem(secondFactorProblems, 'account.second_factor_wrong');
  return result;
}
