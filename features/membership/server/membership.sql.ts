import type { Connection } from '#server/database/database.ts';

export const upsertPaidMembership = (
  connection: Connection,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
) =>
  connection
    .insertInto('memberships')
    .values({ user_id: userId, account_tier: 'paid', paid_tier_expires_at: expiresAt })
    .onConflict((row) =>
      row.column('user_id').doUpdateSet({ account_tier: 'paid', paid_tier_expires_at: expiresAt }),
    )
    .execute();

/** Only a membership that is over at this moment: one that was paid for meanwhile stays. */
export const setLapsedMembershipFree = (
  connection: Connection,
  { userId, now }: { userId: string; now: Date },
) =>
  connection
    .updateTable('memberships')
    .set({ account_tier: 'free' })
    .where('user_id', '=', userId)
    .where('account_tier', '=', 'paid')
    .where('paid_tier_expires_at', '<=', now)
    .execute();
