import type { Connection } from '#server/database/database.ts';

/** Whether the admin account exists. ADMIN_UID or ADMIN_EMAIL names the account. */
export async function hasAdminAccount(
  connection: Connection,
  { uid, email }: { uid: string | undefined; email: string | undefined },
): Promise<boolean> {
  const accounts = connection.selectFrom('users').select('id');
  const account =
    uid === undefined
      ? accounts.where('email', '=', email?.toLowerCase() ?? null).where('email_verified', '=', true)
      : accounts.where('id', '=', uid);
  return (await account.executeTakeFirst()) !== undefined;
}
