import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

/** A grant with its payment. Amounts are in won. */
export type StoredGrant = {
  paymentId: string;
  amount: number;
  cancelledAmount: number;
  countsFrom: Date;
  periodFrom: Date;
  periodTo: Date;
};

const grants = statement(
  'membership_grants',
  (_, { userId }: { userId: string }) => sql<StoredGrant>`
    select payment.id as "paymentId", payment.amount, payment.cancelled_amount as "cancelledAmount",
      "grant".counts_from as "countsFrom", "grant".period_from as "periodFrom", "grant".period_to as "periodTo"
    from payment_grants as "grant" join payments as payment on payment.id = "grant".payment_id
    where payment.user_id = ${userId}
    order by "grant".granted_at, payment.id`,
);

/** Returns the grants of a person in the order of granting. */
export function selectGrants(transaction: Connection, userId: string): Promise<StoredGrant[]> {
  return grants(transaction, { userId });
}

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
