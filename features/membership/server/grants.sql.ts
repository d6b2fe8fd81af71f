import type { Connection } from '#server/database/database.ts';

/** Returns the grants of a person with their payments, in the order of granting. Amounts are in won. */
export const selectGrants = (transaction: Connection, userId: string) =>
  transaction
    .selectFrom('payment_grants as grant')
    .innerJoin('payments as payment', 'payment.id', 'grant.payment_id')
    .where('payment.user_id', '=', userId)
    .select([
      'payment.id as paymentId',
      'payment.amount',
      'payment.cancelled_amount as cancelledAmount',
      'grant.counts_from as countsFrom',
      'grant.period_from as periodFrom',
      'grant.period_to as periodTo',
    ])
    .orderBy('grant.granted_at')
    .orderBy('payment.id')
    .execute();

/** Stores the grant of a payment. @throws a unique violation if the payment has already granted its year */
export const insertGrant = (
  transaction: Connection,
  { paymentId, countsFrom, now }: { paymentId: string; countsFrom: Date; now: Date },
) =>
  transaction
    .insertInto('payment_grants')
    .values({
      payment_id: paymentId,
      granted_at: now,
      counts_from: countsFrom,
      period_from: countsFrom,
      period_to: countsFrom,
    })
    .execute();

export const updateGrantPeriod = (
  transaction: Connection,
  { paymentId, from, to }: { paymentId: string; from: Date; to: Date },
) =>
  transaction
    .updateTable('payment_grants')
    .set({ period_from: from, period_to: to })
    .where('payment_id', '=', paymentId)
    .execute();
