import type { Connection } from '#server/database/database.ts';
import type { ProviderId } from '../providers.contract.ts';

export const identitiesOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .select((column) => [
      column.ref('provider_id').$castTo<ProviderId>().as('provider'),
      'created_at as linkedAt',
    ])
    .orderBy('created_at')
    .execute();

export const deleteIdentity = (
  connection: Connection,
  { userId, provider }: { userId: string; provider: ProviderId },
) =>
  connection
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .executeTakeFirstOrThrow();

/** Returns the address of the account. Returns undefined if the identity is not linked. */
export async function emailOfIdentity(
  connection: Connection,
  { provider, subject }: { provider: ProviderId; subject: string },
): Promise<string | undefined> {
  const owner = await connection
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('accounts.provider_id', '=', provider)
    .where('accounts.account_id', '=', subject)
    .select('users.email')
    .executeTakeFirst();
  return owner?.email;
}

/** Changes the sign-in method that the account shows. Does nothing if the account does not show the method `from`. */
export const setProviderOfUser = (
  connection: Connection,
  { userId, from, to }: { userId: string; from: ProviderId; to: string | null },
) =>
  connection
    .updateTable('users')
    .set({ provider_id: to, updated_at: new Date() })
    .where('id', '=', userId)
    .where('provider_id', '=', from)
    .execute();
