import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { signedIn } from '#server/http/signed-in.ts';
import { APP_CODE_LIFE_MS } from '../../account.rules.ts';
import {
  confirmSecondFactor,
  passSecondFactor,
  renewRecoveryCodes,
  secondFactorProblems,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '../../second-factor.contract.ts';
import type { Entrance } from '../entrance.ts';
import { type Attempt, limitAttempts, networkOf } from '../attempts.ts';
import { knownDeviceFor } from '../known-device.ts';
import { proofs } from '../proof.ts';
import { personHalfWayIn } from './half-way-in.ts';
import {
  beginSetUp,
  confirmSetUp,
  makeNewRecoveryCodes,
  recoveryCodesOf,
  takeSecondStep,
  turnOff,
} from './second-factor.service.ts';
import { forgetSecondSteps, isSecondFactorOn } from './second-factor.sql.ts';

/** The second factor: a code of an authenticator app after a password or an identity provider. */
export function secondFactorRoutes(
  app: App,
  { dependencies, entrance }: { dependencies: Dependencies; entrance: Entrance },
): void {
  const { database, settings } = dependencies;
  const { auth, headersFor, enter } = entrance;
  const attempts = limitAttempts(dependencies);
  const knownDevice = knownDeviceFor(settings);
  const prove = proofs(dependencies);

  app.route({
    ...passSecondFactor,
    handler: async (request, reply) => {
      const step = request.body;
      const { userId, email } = await personHalfWayIn({ database, settings, request });
      const device = knownDevice.read({ header: request.headers.cookie, email });
      const limits: Attempt[] = [
        { limit: 'signInByAddress', of: networkOf(request.ip) },
        device
          ? { limit: 'secondFactorByDevice', of: device }
          : { limit: 'secondFactorByAccount', of: userId },
      ];
      const made = await attempts
        .within({
          limits,
          run: async () => {
            if (step.by === 'app') await refuseUsedCode({ userId, code: step.code });
            const headers = headersFor(request, ['second-factor', 'trusted-browser']);
            return takeSecondStep({ auth, headers, step });
          },
        })
        .catch((error) => {
          const reason = error instanceof ProblemError ? error.code : 'failed';
          const account = attempts.nameOf(email);
          request.log.warn({ event: 'account.second_step_refused', account, address: request.ip, reason });
          throw error;
        });
      const me = await enter({ request, reply, made, by: 'second_step', event: 'account.signed_in' });
      const left = step.by === 'recovery_code' ? (await recoveryCodesOf({ auth, userId })).length : null;
      if (left !== null) request.log.info({ event: 'account.recovery_code_used', userId, left });
      return { me, recoveryCodesLeft: left };
    },
  });

  app.route({
    ...setUpSecondFactor,
    handler: async (request, reply) => {
      const { password } = request.body;
      await prove(request, password);
      const headers = headersFor(request, ['session']);
      return reply.code(201).send(await beginSetUp({ auth, headers, password }));
    },
  });

  app.route({
    ...confirmSecondFactor,
    handler: async (request, reply) => {
      const { userId } = signedIn(request);
      const { code } = request.body;
      if (await isSecondFactorOn(database, { userId }))
        throw problem(secondFactorProblems, 'account.second_factor_on');
      const { setCookies } = await attempts.within({
        limits: [{ limit: 'secondFactorByAccount', of: userId }],
        run: async () => {
          await refuseUsedCode({ userId, code });
          return confirmSetUp({ auth, headers: headersFor(request, ['session']), code });
        },
      });
      request.log.info({ event: 'account.second_factor_on', userId });
      reply.header('set-cookie', setCookies);
      return { recoveryCodes: await recoveryCodesOf({ auth, userId }) };
    },
  });

  app.route({
    ...renewRecoveryCodes,
    handler: async (request, reply) => {
      const { password } = request.body;
      await prove(request, password);
      const headers = headersFor(request, ['session']);
      const recoveryCodes = await makeNewRecoveryCodes({ auth, headers, password });
      request.log.info({ event: 'account.recovery_codes_made', userId: signedIn(request).userId });
      return reply.code(201).send({ recoveryCodes });
    },
  });

  app.route({
    ...turnOffSecondFactor,
    handler: async (request, reply) => {
      const { userId } = signedIn(request);
      const { password } = request.body;
      await prove(request, password);
      if (!(await isSecondFactorOn(database, { userId })))
        throw problem(secondFactorProblems, 'account.second_factor_off');
      const headers = headersFor(request, ['session', 'trusted-browser']);
      const { setCookies } = await turnOff({ auth, headers, password });
      await forgetSecondSteps(database, { userId });
      request.log.info({ event: 'account.second_factor_off', userId });
      reply.header('set-cookie', setCookies);
      return { isOn: false as const };
    },
  });

  /** A code is valid once, so that an observed code is useless (RFC 6238, section 5.2). */
  async function refuseUsedCode({ userId, code }: { userId: string; code: string }): Promise<void> {
    const isFirst = await attempts.isFirst({ of: `${userId}:${code}`, windowMs: APP_CODE_LIFE_MS });
    if (!isFirst) throw problem(secondFactorProblems, 'account.second_factor_wrong');
  }
}
