import type { Connection } from '#server/database/database.ts';

/** Returns the account that is at this second step. Returns undefined if the step has expired. */
export const userAtSecondStep = (connection: Connection, { step, now }: { step: string; now: Date }) =>
  connection
    .selectFrom('verifications')
    .innerJoin('users', 'users.id', 'verifications.value')
    .where('verifications.identifier', '=', step)
    .where('verifications.expires_at', '>', now)
    .select(['users.id as userId', 'users.email'])
    .executeTakeFirst();

export async function isSecondFactorOn(
  connection: Connection,
  { userId }: { userId: string },
): Promise<boolean> {
  const user = await connection
    .selectFrom('users')
    .where('id', '=', userId)
    .select('two_factor_enabled as isOn')
    .executeTakeFirst();
  return user?.isOn ?? false;
}

/** Deletes second steps. Also revokes trusted browsers, because better-auth stores both in this table. */
export const deleteSecondSteps = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where((column) => column(column.fn<number>('length', ['value']), '<', 64))
    .execute();
