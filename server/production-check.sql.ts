import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

const accountsOfAdmin = statement(
  'production_admin_accounts',
  (_, { uid, email }: { uid: string | null; email: string | null }) => sql<{ exists: boolean }>`
    select exists (
      select from users
      where case when ${uid}::text is null then email = ${email} and email_verified else id = ${uid} end
    ) as exists`,
);

/** Whether the admin account exists. ADMIN_UID or ADMIN_EMAIL names the account. */
export async function hasAdminAccount(
  connection: Connection,
  admin: { uid: string | undefined; email: string | undefined },
): Promise<boolean> {
  const email = admin.email?.toLowerCase() ?? null;
  const [row] = await accountsOfAdmin(connection, { uid: admin.uid ?? null, email });
  return row?.exists ?? false;
}
