import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';

/** Stores a deletion request. Returns false if the account already has a deletion request. */
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

/** Makes the deletion of an account due. After the commit, requests of the account are refused. */
export const makeDeletionDue = (connection: Connection, given: { userId: string; locale: Locale }) =>
  connection
    .insertInto('deletion_requests')
    .values({
      user_id: given.userId,
      reason: '',
      locale: given.locale,
      requested_at: sql<Date>`now()`,
      due_at: sql<Date>`now()`,
    })
    .onConflict((row) => row.column('user_id').doUpdateSet({ due_at: sql<Date>`now()` }))
    .execute();

export const deletionRequestOf = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('deletion_requests')
    .where('user_id', '=', userId)
    .select(['requested_at as requestedAt', 'due_at as dueAt'])
    .executeTakeFirst();

export const deleteDeletionRequest = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('deletion_requests').where('user_id', '=', userId).executeTakeFirstOrThrow();

/**
 * Locks an account before its deletion. Writes of a member also lock the account first, so a write and the deletion
 * cannot deadlock.
 */
export const lockAccount = (connection: Connection, { userId }: { userId: string }) =>
  connection.selectFrom('users').where('id', '=', userId).select('id').forUpdate().executeTakeFirst();

/** Returns the user ids of the accounts that must be deleted, the earliest due account first. */
export const selectDueAccounts = async (connection: Connection, { now }: { now: Date }): Promise<string[]> =>
  (
    await connection
      .selectFrom('deletion_requests')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .select('user_id as userId')
      .execute()
  ).map(({ userId }) => userId);

/** Returns a due deletion request. Returns undefined if the request was cancelled or carried out in the meantime. */
export const selectDueDeletion = (connection: Connection, given: { userId: string; now: Date }) =>
  connection
    .selectFrom('deletion_requests')
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .where('user_id', '=', given.userId)
    .where('due_at', '<=', given.now)
    .select([
      'users.id as userId',
      'users.email',
      (row) => row.ref('deletion_requests.locale').$castTo<Locale>().as('locale'),
    ])
    .forUpdate('deletion_requests')
    .executeTakeFirst();
