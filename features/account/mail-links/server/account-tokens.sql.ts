import type { Connection } from '#server/database/database.ts';

export type TokenPurpose =
  | 'password_reset'
  | 'email_verification'
  | 'second_factor_removal'
  | 'second_factor_removal_cancel';

export const insertToken = (
  connection: Connection,
  given: { tokenHash: string; userId: string; purpose: TokenPurpose; email: string; expiresAt: Date },
) =>
  connection
    .insertInto('account_tokens')
    .values({
      token_hash: given.tokenHash,
      user_id: given.userId,
      purpose: given.purpose,
      email: given.email,
      expires_at: given.expiresAt,
    })
    .execute();

export const lockOwnerOfToken = (connection: Connection, { tokenHash }: { tokenHash: string }) =>
  connection
    .selectFrom('users')
    .innerJoin('account_tokens', 'account_tokens.user_id', 'users.id')
    .where('account_tokens.token_hash', '=', tokenHash)
    .select('users.id')
    .forUpdate('users')
    .execute();

/** Deletes a valid token and returns its owner. If two calls run at the same time, only one call gets the owner. */
export const consumeToken = (
  connection: Connection,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: TokenPurpose; now: Date },
): Promise<{ userId: string; email: string } | undefined> =>
  connection
    .deleteFrom('account_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'email'])
    .executeTakeFirst();

export const deleteTokensOfUser = (
  connection: Connection,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
) =>
  connection
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();

export const deleteExpiredTokens = (connection: Connection, { now }: { now: Date }) =>
  connection.deleteFrom('account_tokens').where('expires_at', '<', now).execute();
