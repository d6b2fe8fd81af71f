import type { ExpressionBuilder } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import { isNotDueForDeletion, PERSON_COLUMNS } from '../../server/account.sql.ts';

/** Returns the member of an access token, as long as the app is connected. */
export async function personByAppToken(
  connection: Connection,
  { tokenHash, now }: { tokenHash: string; now: Date },
) {
  return connection
    .selectFrom('oauth_access_tokens as token')
    .innerJoin('oauth_consents as connection', (join) =>
      join
        .onRef('connection.user_id', '=', 'token.user_id')
        .onRef('connection.client_id', '=', 'token.client_id'),
    )
    .innerJoin('oauth_clients as app', 'app.client_id', 'token.client_id')
    .innerJoin('users', 'users.id', 'token.user_id')
    .leftJoin('memberships', 'memberships.user_id', 'token.user_id')
    .leftJoin('restaurant_lists', 'restaurant_lists.user_id', 'token.user_id')
    .where('token.token', '=', tokenHash)
    .where('token.expires_at', '>', now)
    .where('token.revoked', 'is', null)
    .where(isNotDueForDeletion)
    .select(['connection.id as appId', 'connection.last_used_at as lastUsedAt'])
    .select(({ ref, fn }) => [
      fn.coalesce('app.name', ref('app.client_id')).as('appName'),
      ref('token.scopes').$castTo<string[]>().as('tokenScopes'),
      ref('connection.scopes').$castTo<string[]>().as('connectionScopes'),
    ])
    .select(PERSON_COLUMNS)
    .executeTakeFirst();
}

export const setConnectionUsed = (connection: Connection, { appId, at }: { appId: string; at: Date }) =>
  connection.updateTable('oauth_consents').set({ last_used_at: at }).where('id', '=', appId).execute();

export const connectionsOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('oauth_consents as connection')
    .innerJoin('oauth_clients as app', 'app.client_id', 'connection.client_id')
    .where('connection.user_id', '=', userId)
    .select(({ ref, fn }) => [
      'connection.id',
      fn.coalesce('app.name', ref('app.client_id')).as('name'),
      ref('app.redirect_uris').$castTo<string[]>().as('redirectUris'),
      ref('connection.scopes').$castTo<string[]>().as('scopes'),
      'connection.created_at as connectedAt',
      'connection.last_used_at as lastUsedAt',
    ])
    .orderBy('connection.created_at', 'desc')
    .orderBy('connection.id', 'desc')
    .execute();

/** Ends a connection. The foreign keys delete its tokens. */
export const deleteConnection = (
  connection: Connection,
  { userId, appId }: { userId: string; appId: string },
) =>
  connection
    .deleteFrom('oauth_consents')
    .where('id', '=', appId)
    .where('user_id', '=', userId)
    .returning('client_id as clientId')
    .executeTakeFirst();

/** Keeps the registration for some days after the end of a connection, because the app may connect again. */
export const setAppUpdated = (connection: Connection, { clientId, at }: { clientId: string; at: Date }) =>
  connection.updateTable('oauth_clients').set({ updated_at: at }).where('client_id', '=', clientId).execute();

export const deleteConnectionsOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('oauth_consents').where('user_id', '=', userId).execute();

/** Returns the last changes that assistants made for a member. */
export const assistantActsOfUser = (
  connection: Connection,
  { userId, limit }: { userId: string; limit: number },
) =>
  connection
    .selectFrom('assistant_acts')
    .leftJoin('restaurants_public', 'restaurants_public.id', 'assistant_acts.place_id')
    .where('assistant_acts.user_id', '=', userId)
    .select([
      'assistant_acts.id',
      'assistant_acts.assistant',
      'assistant_acts.tool',
      'assistant_acts.acted_at as actedAt',
      'restaurants_public.name as placeName',
    ])
    .orderBy('assistant_acts.acted_at', 'desc')
    .orderBy('assistant_acts.id', 'desc')
    .limit(limit)
    .execute();

/** The condition that no member has connected the app. */
const isUnused = (eb: ExpressionBuilder<DB, 'oauth_clients'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('oauth_consents')
        .whereRef('oauth_consents.client_id', '=', 'oauth_clients.client_id')
        .select('oauth_consents.id'),
    ),
  );

export async function countUnusedApps(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('oauth_clients')
    .where(isUnused)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes tokens that can no longer be used, old connections, and registrations of apps that no member has connected.
 * @param rotatedBefore refresh tokens that were replaced before are deleted; newer ones reveal a stolen token
 */
export async function deleteUnusedAppRows(
  connection: Connection,
  {
    now,
    rotatedBefore,
    allowedBefore,
    unusedSince,
  }: { now: Date; rotatedBefore: Date; allowedBefore: Date; unusedSince: Date },
): Promise<void> {
  await connection.deleteFrom('oauth_access_tokens').where('expires_at', '<', now).execute();
  await connection
    .deleteFrom('oauth_refresh_tokens')
    .where(({ or, eb }) => or([eb('expires_at', '<', now), eb('rotated_at', '<', rotatedBefore)]))
    .execute();
  await connection.deleteFrom('oauth_consents').where('updated_at', '<', allowedBefore).execute();
  await connection
    .deleteFrom('oauth_clients')
    .where('updated_at', '<', unusedSince)
    .where(isUnused)
    .execute();
}
