import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { sessionOf, requireUser } from '#server/http/require-user.ts';
import { changePassword } from '../account.contract.ts';
import { SESSION_LENGTH_MS } from '../account.rules.ts';
import type { AccountAuth } from './account.auth.ts';
import { meOf } from './account.person.ts';
import { changePasswordOfUser, updateMembership } from './account.service.ts';
import { deleteExpiredRows } from './account.sql.ts';
import { createAttemptLimiter } from './attempts.ts';
import { createSignInContext } from '../sign-in/server/sign-in-context.ts';
import { signInRoutes } from '../sign-in/server/sign-in.routes.ts';
import { passkeyRoutes } from '../passkeys/server/passkeys.routes.ts';
import { configurationsFor } from '../providers/server/provider-configurations.ts';
import { providerRoutes } from '../providers/server/providers.routes.ts';
import { secondFactorRoutes } from '../second-factor/server/second-factor.routes.ts';
import { recoveryRoutes } from '../recovery/server/recovery.routes.ts';
import { securityRoutes } from '../security/server/security.routes.ts';
import { sessionCookieFor } from '../sessions/server/session-cookie.ts';
import { sessionRoutes } from '../sessions/server/sessions.routes.ts';
import { welcomeNewMembers } from '../sign-up/server/welcome.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.clean_up': Record<string, never>;
  }
}

/** Delay in milliseconds between the start of the server and the loading of better-auth. */
const LOAD_AUTH_MS = 1_000;

const createAuth = async (options: Parameters<typeof import('./account.auth.ts').createAuth>[0]) =>
  (await import('./account.auth.ts')).createAuth(options);

export function accountRoutes(app: App, dependencies: Dependencies): void {
  const { database, settings, jobs } = dependencies;
  const sessionCookie = sessionCookieFor(settings);
  const attempts = createAttemptLimiter({ database, settings });
  const welcome = welcomeNewMembers({ ...dependencies, log: app.log });
  const shared = { database, log: app.log, settings, onSignedIn, onJoined: () => welcome.scheduleSoon() };
  let auth: Promise<AccountAuth> | undefined;
  const getAuth = () => (auth ??= createAuth(shared));
  // better-auth and its libraries are a third of the server's libraries. They are loaded shortly after the start, so
  // that neither the start nor, in most cases, the first sign-in waits for them.
  app.addHook('onListen', async () => void setTimeout(getAuth, LOAD_AUTH_MS).unref());
  const createAuthInstance = () => createAuth({ ...shared, providers: configurationsFor(dependencies) });
  const signInContext = createSignInContext({ dependencies, getAuth });
  sessionRoutes(app, dependencies);
  signInRoutes(app, { dependencies, signInContext });
  providerRoutes(app, { dependencies, createAuthInstance, signInContext });
  secondFactorRoutes(app, { dependencies, signInContext });
  passkeyRoutes(app, { dependencies, signInContext });
  securityRoutes(app, { dependencies, signInContext });
  recoveryRoutes(app, dependencies);
  app.addHook('onClose', async () => welcome.stop());
  cleanUpAccounts({ jobs });

  forbidStoring(app);

  app.route({
    ...changePassword,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const sessionId = sessionOf(person);
      const token = await attempts.within({
        limits: [{ limit: 'passwordCheckByAccount', of: userId }],
        run: () => changePasswordOfUser({ database, userId, sessionId, form: request.body }),
      });
      request.log.info({ event: 'account.password_changed', userId });
      reply.header('set-cookie', sessionCookie.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      return { me: meOf(person) };
    },
  });

  /** Updates the membership after a sign-in. An error is only logged, because the next sign-in repeats this update. */
  async function onSignedIn(userId: string): Promise<void> {
    try {
      await updateMembership({ connection: database, userId, now: Date.now(), settings });
    } catch (error) {
      app.log.error({ err: error, userId }, 'the membership could not be updated at sign-in');
    }
  }
}

/** Deletes expired rows every hour. An expired row has no effect, even if it has not been deleted yet. */
function cleanUpAccounts({ jobs }: Pick<Dependencies, 'jobs'>): void {
  jobs.handle('account.clean_up', async () => deleteExpiredRows(jobs.database, { now: new Date() }));
  jobs.schedule('account.clean_up', '41 * * * *');
}
