import type { Connection } from '#server/database/database.ts';

/**
 * Stores that a membership has ended. The end is checked again, because the membership may have been extended since it
 * was read.
 */
export const setExpiredMembershipFree = (
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

/** Stores the end of a membership. If the end is in the past, the member becomes a free member. */
export const setMembershipEnd = (
  connection: Connection,
  {
    userId,
    end,
    endedByRefund = false,
    now,
  }: { userId: string; end: Date; endedByRefund?: boolean; now: Date },
) => {
  const columns = {
    account_tier: now < end ? ('paid' as const) : ('free' as const),
    paid_tier_expires_at: end,
    ended_by_refund: endedByRefund,
  };
  return connection
    .insertInto('memberships')
    .values({ user_id: userId, ...columns })
    .onConflict((row) => row.column('user_id').doUpdateSet(columns))
    .execute();
};

/** Stores the last payment of a member, because the user record of the specification contains the last payment. */
export const setLastPayment = (
  connection: Connection,
  {
    userId,
    transactionId,
    paymentId,
    at,
  }: {
    userId: string;
    transactionId: string | null;
    paymentId: string;
    at: Date;
  },
) =>
  connection
    .updateTable('memberships')
    .set({
      last_payment_imp_uid: transactionId,
      last_payment_merchant_uid: paymentId,
      last_payment_at: at,
    })
    .where('user_id', '=', userId)
    .execute();
