import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';

/** Marks a review of the sign-in methods as due. Does nothing if the password is the only sign-in method. */
export const setReviewDue = (connection: Connection, { userId, now }: { userId: string; now: Date }) =>
  sql`
    update users set review_due_since = ${now} where id = ${userId} and (
      exists (select 1 from passkeys where user_id = ${userId})
      or exists (select 1 from accounts where user_id = ${userId} and provider_id <> 'credential')
    )`.execute(connection);

export const endReview = (connection: Connection, { userId }: { userId: string }) =>
  connection.updateTable('users').set({ review_due_since: null }).where('id', '=', userId).execute();

export async function isReviewDue(connection: Connection, { userId }: { userId: string }): Promise<boolean> {
  const user = await connection
    .selectFrom('users')
    .where('id', '=', userId)
    .select('review_due_since')
    .executeTakeFirst();
  return user?.review_due_since != null;
}

/** Returns the second factor of an account. Returns undefined if the second factor is off. */
export const secondFactorOf = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .where('users.id', '=', userId)
    .where('users.two_factor_enabled', '=', true)
    .select(['second_factors.id as secondFactorId', 'users.email'])
    .executeTakeFirst();

/** Deletes the second factor. A foreign key also deletes a pending removal. */
export async function deleteSecondFactor(
  connection: Connection,
  { userId }: { userId: string },
): Promise<void> {
  await connection.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await connection
    .updateTable('users')
    .set({ two_factor_enabled: false, updated_at: new Date() })
    .where('id', '=', userId)
    .execute();
}

/** Stores a removal. If a removal is pending already, it keeps its due time. */
export const insertRemoval = (
  connection: Connection,
  given: { userId: string; secondFactorId: string; locale: Locale; requestedAt: Date; dueAt: Date },
) =>
  connection
    .insertInto('second_factor_removals')
    .values({
      user_id: given.userId,
      second_factor_id: given.secondFactorId,
      locale: given.locale,
      requested_at: given.requestedAt,
      due_at: given.dueAt,
    })
    .onConflict((row) => row.column('user_id').doNothing())
    .execute();

export const removalOf = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('second_factor_removals')
    .where('user_id', '=', userId)
    .select('due_at as dueAt')
    .executeTakeFirst();

/** Deletes a pending removal. Returns false if no removal was pending. */
export async function deleteRemoval(
  connection: Connection,
  { userId }: { userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('second_factor_removals')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export const nextDueRemoval = (connection: Connection, { now }: { now: Date }) =>
  connection
    .selectFrom('second_factor_removals')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .select('user_id as userId')
    .executeTakeFirst();

/**
 * Deletes a due removal and returns the recipient of the mail. Returns undefined if the removal was cancelled, or if
 * another process has done it.
 */
export const takeDueRemoval = (connection: Connection, { userId, now }: { userId: string; now: Date }) =>
  connection
    .deleteFrom('second_factor_removals')
    .using('users')
    .whereRef('users.id', '=', 'second_factor_removals.user_id')
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .returning([
      'users.email',
      (row) => row.ref('second_factor_removals.locale').$castTo<Locale>().as('locale'),
    ])
    .executeTakeFirst();
