import type { Connection } from '#server/database/database.ts';

/** Whose second step a browser is about to take; undefined for one that was begun too long ago. */
export const personAtSecondStep = (connection: Connection, { step, now }: { step: string; now: Date }) =>
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

/** No browser is trusted any more, and no second step that was begun can be taken: better-auth keeps both here. */
export const forgetSecondSteps = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where((column) => column(column.fn<number>('length', ['value']), '<', 64))
    .execute();
