import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';

/** False when one is there already. */
export async function insertDeletionRequest(
  connection: Connection,
  given: { userId: string; reason: string; locale: Locale; requestedAt: Date; dueAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('deletion_requests')
    .values({
      user_id: given.userId,
      reason: given.reason,
      locale: given.locale,
      requested_at: given.requestedAt,
      due_at: given.dueAt,
    })
    .onConflict((row) => row.column('user_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const deletionRequestOf = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('deletion_requests')
    .where('user_id', '=', userId)
    .select(['requested_at as requestedAt', 'due_at as dueAt'])
    .executeTakeFirst();

export const deleteDeletionRequest = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('deletion_requests').where('user_id', '=', userId).executeTakeFirstOrThrow();

/** Somebody whose week is over, held against a change of mind and against other processes. */
export const lockDueDeletion = (connection: Connection, { now }: { now: Date }) =>
  connection
    .selectFrom('deletion_requests')
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .select([
      'users.id as userId',
      'users.email',
      (row) => row.ref('deletion_requests.locale').$castTo<Locale>().as('locale'),
    ])
    .forUpdate('deletion_requests')
    .skipLocked()
    .executeTakeFirst();
