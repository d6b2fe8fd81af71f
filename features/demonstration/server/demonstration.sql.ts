import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { DemonstrationRole } from './demonstration-accounts.ts';

/** Locks the demonstration, so that no other transaction creates or removes its data at the same time. */
export async function lockDemonstration(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(770200)`.execute(connection);
}

/** Whether the installation has users. Also true if the demonstration data was created and removed. */
export async function hasExistingAccounts(connection: Connection): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from demonstration) union all (select 1 from users limit 1)
  `.execute(connection);
  return rows.length > 0;
}

export const insertDemonstration = (connection: Connection) =>
  connection.insertInto('demonstration').defaultValues().execute();

export const insertDemonstrationAccount = (
  connection: Connection,
  account: { userId: string; role: DemonstrationRole },
) =>
  connection
    .insertInto('demonstration_accounts')
    .values({ user_id: account.userId, role: account.role })
    .execute();

/** Returns the demonstration accounts that have not been deleted. */
export const selectDemonstrationAccounts = (connection: Connection) =>
  connection
    .selectFrom('demonstration_accounts')
    .innerJoin('users', 'users.id', 'demonstration_accounts.user_id')
    .select(['users.id as userId', 'users.email', 'users.name as nickname'])
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute();

export const setDemonstrationRemoved = (connection: Connection) =>
  connection.updateTable('demonstration').set({ removed_at: new Date() }).execute();
