import type { Connection } from '#server/database/database.ts';
import type { ExpiryNotice } from '../payments.rules.ts';

export const selectUpcomingExpirations = (
  connection: Connection,
  { from, until }: { from: Date; until: Date },
) =>
  connection
    .selectFrom('memberships as membership')
    .innerJoin('users as person', 'person.id', 'membership.user_id')
    .where('membership.paid_tier_expires_at', '>', from)
    .where('membership.paid_tier_expires_at', '<=', until)
    .select(({ ref }) => [
      'person.id as userId',
      'person.email',
      'person.locale',
      ref('membership.paid_tier_expires_at').$notNull().as('endsAt'),
    ])
    .orderBy('membership.paid_tier_expires_at')
    .execute();

/** Records that this mail is sent. @returns false if this mail has already been sent */
export async function insertExpiryNotice(
  transaction: Connection,
  { userId, endsAt, notice }: { userId: string; endsAt: Date; notice: ExpiryNotice },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('expiry_notices')
    .values({ user_id: userId, ends_at: endsAt, notice })
    .onConflict((row) => row.columns(['user_id', 'ends_at', 'notice']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
