import { v7 as uuidv7 } from 'uuid';
import type { Connection } from '#server/database/database.ts';
import { hashPassword } from './account.passwords.ts';

/**
 * Makes an account with e-mail and password whose address needs no proof, without signing anybody in.
 * @returns the user's id
 */
export async function makeVerifiedAccount(
  connection: Connection,
  { nickname, email, password }: { nickname: string; email: string; password: string },
): Promise<string> {
  const userId = uuidv7();
  await connection
    .insertInto('users')
    .values({ id: userId, name: nickname, email, email_verified: true, provider_id: 'password' })
    .execute();
  await connection
    .insertInto('accounts')
    .values({
      id: uuidv7(),
      account_id: userId,
      provider_id: 'credential',
      user_id: userId,
      password: await hashPassword(password),
      updated_at: new Date(),
    })
    .execute();
  return userId;
}

/** Ends accounts for good, with everything that belongs to them. */
export async function deleteAccounts(connection: Connection, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await connection.deleteFrom('users').where('id', 'in', userIds).execute();
}
