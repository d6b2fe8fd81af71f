import type { Connection } from '#server/database/database.ts';
import type { TokenScope } from '../api-tokens.contract.ts';
import { isNotDueForDeletion, PERSON_COLUMNS } from '../../server/account.sql.ts';

export const personByApiToken = (connection: Connection, { tokenHash }: { tokenHash: string }) =>
  connection
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('memberships', 'memberships.user_id', 'api_tokens.user_id')
    .leftJoin('restaurant_lists', 'restaurant_lists.user_id', 'api_tokens.user_id')
    .where('api_tokens.token_hash', '=', tokenHash)
    .where(isNotDueForDeletion)
    .select([
      'api_tokens.id as tokenId',
      'api_tokens.name as tokenName',
      'api_tokens.scope',
      'api_tokens.last_used_at as lastUsedAt',
    ])
    .select(PERSON_COLUMNS)
    .executeTakeFirst();

export const setLastUsed = (connection: Connection, { tokenId, at }: { tokenId: string; at: Date }) =>
  connection.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute();

export const apiTokensOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('api_tokens')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'scope', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function countApiTokens(
  connection: Connection,
  { userId }: { userId: string },
): Promise<number> {
  const { count } = await connection
    .selectFrom('api_tokens')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a token. Returns undefined if the person already has a token with this name. */
export const insertApiToken = (
  connection: Connection,
  given: {
    id: string;
    userId: string;
    name: string;
    scope: TokenScope;
    tokenHash: string;
    createdAt: Date;
  },
) =>
  connection
    .insertInto('api_tokens')
    .values({
      id: given.id,
      user_id: given.userId,
      name: given.name,
      scope: given.scope,
      token_hash: given.tokenHash,
      created_at: given.createdAt,
    })
    .onConflict((row) => row.columns(['user_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();

export const deleteApiToken = (
  connection: Connection,
  { userId, tokenId }: { userId: string; tokenId: string },
) =>
  connection
    .deleteFrom('api_tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

export const deleteApiTokensOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
