import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import { keepOnlyCookies } from '../../server/cookie-header.ts';
import {
  decideConnection,
  disconnectApp,
  listConnectedApps,
  readConnectionRequest,
} from '../connected-apps.contract.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { deleteConnectionsOfUser } from './connected-apps.sql.ts';
import { cleanUpApps, connectedAppsOf, decide, disconnect, readRequest } from './connected-apps.service.ts';
import { oauthRoutes } from './oauth.routes.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.clean_up_apps': Record<string, never>;
  }
}

/** Registers the authorization server for apps. If the operator has not enabled assistants, nothing answers. */
export function connectedAppRoutes(app: App, dependencies: Dependencies): void {
  const { database, settings, jobs, personalData } = dependencies;
  personalData.declare(
    {
      table: 'oauth_consents',
      column: 'user_id',
      onDeletion: 'deleted',
      revoke: deleteConnectionsOfUser,
    },
    { table: 'oauth_access_tokens', column: 'user_id', onDeletion: 'deleted' },
    { table: 'oauth_refresh_tokens', column: 'user_id', onDeletion: 'deleted' },
    { table: 'oauth_clients', column: 'user_id', onDeletion: 'deleted' },
  );
  jobs.handle('account.clean_up_apps', () => cleanUpApps(jobs.database, { now: Date.now() }));
  jobs.schedule('account.clean_up_apps', '47 * * * *');

  let server: Promise<AuthorizationServer> | undefined;
  // A server that could not start, for example during an outage of the database, is created again.
  const getServer = () =>
    (server ??= startServer().catch((error: unknown) => {
      server = undefined;
      throw error;
    }));

  forbidStoring(app);
  if (settings.MCP === 'on') oauthRoutes(app, { dependencies, getServer });
  else app.addHook('onRequest', async (_request, reply) => reply.callNotFound());

  app.route({
    ...listConnectedApps,
    handler: (request) => connectedAppsOf({ database, userId: requireUser(request).userId }),
  });

  app.route({
    ...readConnectionRequest,
    handler: async (request) => readRequest({ server: await getServer(), request: request.body.request }),
  });

  app.route({
    ...decideConnection,
    handler: async (request) => {
      const person = requireUser(request);
      sessionOf(person);
      const decided = await decide({
        server: await getServer(),
        baseUrl: settings.BASE_URL,
        headers: headersOf(request),
        form: request.body,
      });
      const { isAllowed, mayWrite } = request.body;
      const event = isAllowed ? 'account.app_connected' : 'account.app_refused';
      request.log.info({ event, userId: person.userId, mayWrite });
      return decided;
    },
  });

  app.route({
    ...disconnectApp,
    handler: async (request) => {
      const { userId } = requireUser(request);
      await disconnect({ database, userId, appId: request.params.appId });
      request.log.info({ event: 'account.app_disconnected', userId });
      return { disconnected: true as const };
    },
  });

  /** better-auth is loaded with the first request, because few members connect apps. */
  async function startServer(): Promise<AuthorizationServer> {
    const { createAuthorizationServer } = await import('./authorization-server.ts');
    const created = createAuthorizationServer({ database, log: app.log, settings });
    await created.$context;
    return created;
  }

  /** The access rules have already checked the origin of the request. */
  function headersOf({ headers: { cookie: header }, ip }: FastifyRequest): Headers {
    return new Headers({
      cookie: keepOnlyCookies({ header, names: ['session'], settings }),
      origin: new URL(settings.BASE_URL).origin,
      'x-real-ip': ip,
    });
  }
}
