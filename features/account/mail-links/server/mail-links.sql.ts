import type { Connection } from '#server/database/database.ts';

export const userByEmail = (connection: Connection, { email }: { email: string }) =>
  connection
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id as userId', 'email'])
    .executeTakeFirst();

/** Marks the address of an account as verified. Does nothing if the address has changed since the mail was sent. */
export const setEmailVerified = (
  connection: Connection,
  { userId, email }: { userId: string; email: string },
) =>
  connection
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst();

/** Replaces the password. Returns false if the account has no password. */
export async function setPassword(
  connection: Connection,
  { userId, password }: { userId: string; password: string },
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('accounts')
    .set({ password, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const deleteSessionsOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('sessions').where('user_id', '=', userId).execute();
