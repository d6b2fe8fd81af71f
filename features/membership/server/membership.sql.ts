import type { Connection } from '#server/database/database.ts';

/** The membership may have been extended since it was read, so this checks its end again. */
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

/** An end in the past makes the member a free member. */
export const setMembershipEnd = (
  connection: Connection,
  { userId, end, now }: { userId: string; end: Date; now: Date },
) => {
  const tier = now < end ? 'paid' : 'free';
  return connection
    .insertInto('memberships')
    .values({ user_id: userId, account_tier: tier, paid_tier_expires_at: end })
    .onConflict((row) => row.column('user_id').doUpdateSet({ account_tier: tier, paid_tier_expires_at: end }))
    .execute();
};

/** The specification's user record contains the last payment. */
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
