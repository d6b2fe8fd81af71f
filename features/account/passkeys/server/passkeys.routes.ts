import type { App, Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import {
  addPasskey,
  PASSKEYS_MAXIMUM,
  passkeyProblems,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../passkeys.contract.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { providerConfigurations } from '../../providers/server/provider-configurations.ts';
import {
  deletePasskeyOfUser,
  storePasskey,
  createSessionByPasskey,
  passkeyLimitReached,
} from './passkeys.service.ts';
import { passkeysOfUser, setPasskeyName } from './passkeys.sql.ts';

export function passkeyRoutes(
  app: App,
  { dependencies, signInContext }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const { database, settings } = dependencies;
  const { getAuth, headersFor } = signInContext;
  const reauthenticate = createReauthentication(dependencies);
  passkeySignInRoutes(app, { dependencies, signInContext });
  const offered = providerConfigurations(settings).map(({ providerId }) => providerId);

  app.route({
    ...startPasskey,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      await reauthenticate(request, request.body.password);
      // This check runs before the device creates a passkey that the server would then refuse. `storePasskey` enforces
      // the limit.
      if (PASSKEYS_MAXIMUM <= (await passkeysOfUser(database, { userId })).length)
        throw passkeyLimitReached();
      const auth = await getAuth();
      const { response, headers } = await auth.api.generatePasskeyRegistrationOptions({
        headers: headersFor(request, ['session']),
        returnHeaders: true,
      });
      reply.header('set-cookie', passkeyCookies(headers));
      return { options: { ...response } };
    },
  });

  app.route({
    ...addPasskey,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const sessionId = sessionOf(person);
      const headers = headersFor(request, ['session', 'passkey']);
      const answer = request.body.response;
      const passkey = await storePasskey({
        auth: await getAuth(),
        database,
        userId,
        sessionId,
        headers,
        answer,
      });
      request.log.info({ event: 'account.passkey_added', userId });
      return reply.code(201).send({ passkey });
    },
  });

  app.route({
    ...renamePasskey,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const { passkeyId } = request.params;
      const { name } = request.body;
      const { numUpdatedRows } = await setPasskeyName(database, { userId, passkeyId, name });
      if (numUpdatedRows === 0n) throw problem(passkeyProblems, 'account.passkey_unknown');
      return { name };
    },
  });

  app.route({
    ...removePasskey,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const { passkeyId } = request.params;
      await reauthenticate(request, request.body.password);
      await deletePasskeyOfUser({ database, userId, passkeyId, offered });
      request.log.info({ event: 'account.passkey_removed', userId });
      return { removed: true as const };
    },
  });
}

function passkeySignInRoutes(
  app: App,
  { dependencies, signInContext }: { dependencies: Dependencies; signInContext: SignInContext },
): void {
  const { database } = dependencies;
  const { getAuth, headersFor, enter } = signInContext;
  const attempts = createAttemptLimiter(dependencies);

  app.route({
    ...startPasskeySignIn,
    handler: async (request, reply) => {
      const { response, headers } = await attempts.within({
        limits: [{ limit: 'passkeyStartByAddress', of: networkOf(request.ip) }],
        run: async () =>
          (await getAuth()).api.generatePasskeyAuthenticationOptions({
            headers: headersFor(request, ['session']),
            returnHeaders: true,
          }),
      });
      reply.header('set-cookie', passkeyCookies(headers));
      return { options: { ...response, userVerification: 'required' } };
    },
  });

  app.route({
    ...signInWithPasskey,
    handler: async (request, reply) => {
      const { response: answer } = request.body;
      const made = await attempts
        .within({
          limits: [
            { limit: 'signInByAddress', of: networkOf(request.ip) },
            { limit: 'passkeyByCredential', of: answer.id },
          ],
          run: async () =>
            createSessionByPasskey({
              auth: await getAuth(),
              database,
              headers: headersFor(request, ['passkey']),
              answer,
            }),
        })
        .catch((error) => {
          const reason = error instanceof ProblemError ? error.code : 'failed';
          request.log.warn({ event: 'account.passkey_refused', address: request.ip, reason });
          throw error;
        });
      return { me: await enter({ request, reply, made, by: 'passkey', event: 'account.signed_in' }) };
    },
  });
}

/**
 * Returns only the cookies of the passkey flow. better-auth may also set its session cookie, which must not reach the
 * browser.
 */
const passkeyCookies = (headers: Headers) =>
  headers.getSetCookie().filter((line) => line.includes('momokzi.passkey='));
