import { DAY_MS } from '#common/dates.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { codeOf } from '../../server/account.service.ts';
import { type AssistantAct, type ConnectedApp, connectedAppProblems } from '../connected-apps.contract.ts';
import {
  allowedScopes,
  CONNECTION_DAYS,
  hostOf,
  SHOWN_ACTS,
  tokenScopeOf,
  UNUSED_APP_DAYS,
} from '../connected-apps.rules.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import {
  assistantActsOfUser,
  connectionsOfUser,
  deleteConnection,
  deleteUnusedAppRows,
  setAppUpdated,
} from './connected-apps.sql.ts';

export async function connectedAppsOf({
  database,
  userId,
}: {
  database: Database;
  userId: string;
}): Promise<{ apps: ConnectedApp[]; acts: AssistantAct[] }> {
  const [apps, acts] = await Promise.all([
    connectionsOfUser(database, { userId }),
    assistantActsOfUser(database, { userId, limit: SHOWN_ACTS }),
  ]);
  return {
    apps: apps.map(({ redirectUris, scopes, connectedAt, lastUsedAt, ...app }) => ({
      ...app,
      host: hostOf(redirectUris[0] ?? ''),
      scope: tokenScopeOf(scopes),
      connectedAt: connectedAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
    })),
    acts: acts.map(({ actedAt, ...act }) => ({ ...act, actedAt: actedAt.getTime() })),
  };
}

/**
 * Reads a request that the authorization server has checked and signed.
 * @throws account.connection_request_invalid
 */
export async function readRequest({ server, request }: { server: AuthorizationServer; request: string }) {
  const query = new URLSearchParams(request);
  const clientId = query.get('client_id') ?? '';
  try {
    const app = await server.api.getOAuthClientPublicPrelogin({
      body: { client_id: clientId, oauth_query: request },
    });
    return {
      name: app.client_name ?? clientId,
      host: hostOf(query.get('redirect_uri') ?? ''),
      asksToWrite: (query.get('scope') ?? '').split(' ').includes('write'),
    };
  } catch (error) {
    if (codeOf(error) === null) throw error;
    throw problem(connectedAppProblems, 'account.connection_request_invalid');
  }
}

/**
 * Connects an app or refuses it.
 * @param headers the cookie of the session and the origin
 * @returns the URL of the app
 * @throws account.connection_request_invalid
 */
export async function decide({
  server,
  baseUrl,
  headers,
  form: { request, isAllowed, mayWrite },
}: {
  server: AuthorizationServer;
  baseUrl: string;
  headers: Headers;
  form: { request: string; isAllowed: boolean; mayWrite: boolean };
}): Promise<{ url: string }> {
  const asked = (new URLSearchParams(request).get('scope') ?? '').split(' ');
  const scope = allowedScopes({ asked, mayWrite }).join(' ');
  headers.set('content-type', 'application/json');
  const answer = await server.handler(
    new Request(new URL('/api/auth/oauth2/consent', baseUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify({ accept: isAllowed, scope, oauth_query: request }),
    }),
  );
  if (answer.status >= 500) throw new Error('The authorization server could not store the decision.');
  if (!answer.ok) throw problem(connectedAppProblems, 'account.connection_request_invalid');
  const { url } = (await answer.json()) as { url: string };
  return { url };
}

/** @throws account.connection_unknown, also for an app of another member */
export async function disconnect({
  database,
  ...given
}: {
  database: Database;
  userId: string;
  appId: string;
}): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const deleted = await deleteConnection(transaction, given);
    if (!deleted) throw problem(connectedAppProblems, 'account.connection_unknown');
    await setAppUpdated(transaction, { clientId: deleted.clientId, at: new Date() });
  });
}

export const cleanUpApps = (connection: Connection, { now }: { now: number }): Promise<void> =>
  deleteUnusedAppRows(connection, {
    now: new Date(now),
    rotatedBefore: new Date(now - DAY_MS),
    allowedBefore: new Date(now - CONNECTION_DAYS * DAY_MS),
    unusedSince: new Date(now - UNUSED_APP_DAYS * DAY_MS),
  });
