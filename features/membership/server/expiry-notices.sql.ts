import { sql } from 'kysely';
import { notNull } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import type { Locale } from '#server/http/locale.ts';
import type { ExpiryNotice } from '../payments.rules.ts';

const upcomingExpirations = statement(
  'membership_upcoming_expirations',
  (_, { from, until }: { from: Date; until: Date }) => sql<{
    userId: string;
    email: string;
    locale: Locale;
    endsAt: Date;
  }>`
    select person.id as "userId", person.email, person.locale, ${notNull('membership.paid_tier_expires_at')} as "endsAt"
    from memberships as membership join users as person on person.id = membership.user_id
    where membership.paid_tier_expires_at > ${from} and membership.paid_tier_expires_at <= ${until}
    order by membership.paid_tier_expires_at`,
);

export function selectUpcomingExpirations(
  connection: Connection,
  { from, until }: { from: Date; until: Date },
): Promise<{ userId: string; email: string; locale: Locale; endsAt: Date }[]> {
  return upcomingExpirations(connection, { from, until });
}

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
