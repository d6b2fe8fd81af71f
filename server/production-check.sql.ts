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

/** Whether any place is stored besides the example places. */
export async function hasRealPlaces(connection: Connection): Promise<boolean> {
  const row = await connection
    .selectFrom('places')
    .select('id')
    .where('is_example', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
