import { type InferResult, sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import type { PaymentFlag, PaymentState, PayMethod } from '../membership.contract.ts';
import type { Membership } from '../membership.rules.ts';
import type { PaidUse } from '../payments.rules.ts';

/** A payment as it is stored. Amounts are in won. The period is null if nothing was granted. */
export type StoredPayment = InferResult<ReturnType<typeof payments>>[number];

const payments = (connection: Connection) =>
  connection
    .selectFrom('payments as payment')
    .leftJoin('payment_grants as grant', 'grant.payment_id', 'payment.id')
    .select(({ ref }) => [
      'payment.id as paymentId',
      'payment.user_id as userId',
      'payment.amount',
      'payment.currency',
      'payment.order_name as orderName',
      'payment.pay_method as payMethod',
      'payment.locale',
      'payment.ordered_at as orderedAt',
      'payment.state',
      'payment.state_changed_at as stateChangedAt',
      'payment.transaction_id as transactionId',
      'payment.method_name as methodName',
      'payment.is_test as isTest',
      'payment.paid_at as paidAt',
      'payment.receipt_url as receiptUrl',
      'payment.cancelled_amount as cancelledAmount',
      'payment.refund_attempt as refundAttempt',
      'payment.refund_amount as refundAmount',
      'payment.refund_by as refundBy',
      'payment.refund_reason as refundReason',
      'payment.refund_cancellation_id as refundCancellationId',
      'payment.refund_has_failed as refundHasFailed',
      ref('payment.flags').$castTo<PaymentFlag[]>().as('flags'),
      'grant.period_from as periodFrom',
      'grant.period_to as periodTo',
    ]);

export async function selectPayment(
  connection: Connection,
  paymentId: string,
): Promise<StoredPayment | null> {
  const payment = await payments(connection).where('payment.id', '=', paymentId).executeTakeFirst();
  return payment ?? null;
}

/** A payment that is locked until the transaction ends, together with the payer's account and membership. */
export type LockedPayment = StoredPayment & { readonly locked: true };

/**
 * Locks the payer, and then the payment. Account deletion uses the same order. Therefore a payment and the deletion of
 * the payer's account cannot deadlock.
 */
export async function lockPayment(transaction: Connection, paymentId: string): Promise<LockedPayment | null> {
  await lockPayer(transaction, paymentId);
  await sql`select from payments where id = ${paymentId} for update`.execute(transaction);
  const payment = await selectPayment(transaction, paymentId);
  return payment && { ...payment, locked: true };
}

const lockPayer = (transaction: Connection, paymentId: string) =>
  sql`
    select from users where id = (select user_id from payments where id = ${paymentId}) for no key update
  `.execute(transaction);

/** Locks a person, so that concurrent changes of the person's orders, grants and periods wait for each other. */
export const lockPerson = (transaction: Connection, userId: string) =>
  sql`select from users where id = ${userId} for no key update`.execute(transaction);

export async function selectOpenOrder(
  transaction: Connection,
  { userId, since }: { userId: string; since: Date },
): Promise<StoredPayment | null> {
  const order = await payments(transaction)
    .where('payment.user_id', '=', userId)
    .where('payment.state', '=', 'pending')
    .where('payment.ordered_at', '>', since)
    .orderBy('payment.ordered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order ?? null;
}

export const insertOrder = (
  transaction: Connection,
  order: {
    paymentId: string;
    userId: string;
    amount: number;
    currency: string;
    orderName: string;
    payMethod: PayMethod;
    locale: Locale;
    now: Date;
  },
) =>
  transaction
    .insertInto('payments')
    .values({
      id: order.paymentId,
      user_id: order.userId,
      amount: order.amount,
      currency: order.currency,
      order_name: order.orderName,
      pay_method: order.payMethod,
      locale: order.locale,
      consented_at: order.now,
      ordered_at: order.now,
      state_changed_at: order.now,
    })
    .execute();

/** Reuses an order and records the time of the new consent. */
export const reuseOrder = (
  transaction: Connection,
  { paymentId, payMethod, now }: { paymentId: string; payMethod: PayMethod; now: Date },
) =>
  transaction
    .updateTable('payments')
    .set({ pay_method: payMethod, consented_at: now })
    .where('id', '=', paymentId)
    .execute();

export type PaymentChanges = Partial<
  Pick<
    StoredPayment,
    | 'state'
    | 'stateChangedAt'
    | 'transactionId'
    | 'methodName'
    | 'isTest'
    | 'paidAt'
    | 'receiptUrl'
    | 'cancelledAmount'
    | 'refundAttempt'
    | 'refundAmount'
    | 'refundBy'
    | 'refundReason'
    | 'refundCancellationId'
    | 'refundHasFailed'
    | 'flags'
  >
>;

/** Updates a payment. Fields that are absent stay unchanged. */

export const updatePayment = (
  transaction: Connection,
  { paymentId }: LockedPayment,
  changes: PaymentChanges,
) =>
  transaction
    .updateTable('payments')
    .set({
      state: changes.state,
      state_changed_at: changes.stateChangedAt,
      transaction_id: changes.transactionId,
      method_name: changes.methodName,
      is_test: changes.isTest,
      paid_at: changes.paidAt,
      receipt_url: changes.receiptUrl,
      cancelled_amount: changes.cancelledAmount,
      refund_attempt: changes.refundAttempt,
      refund_amount: changes.refundAmount,
      refund_by: changes.refundBy,
      refund_reason: changes.refundReason,
      refund_cancellation_id: changes.refundCancellationId,
      refund_has_failed: changes.refundHasFailed,
      flags: changes.flags,
    })
    .where('id', '=', paymentId)
    .execute();

/** Stores an event. @returns false if a webhook with this id is already stored */
export async function insertEvent(
  connection: Connection,
  event: {
    paymentId: string;
    kind: string;
    from?: PaymentState;
    to?: PaymentState;
    details?: Record<string, unknown>;
    webhookId?: string;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_events (payment_id, kind, from_state, to_state, details, webhook_id)
    values (
      ${event.paymentId}, ${event.kind}, ${event.from ?? null}, ${event.to ?? null},
      ${JSON.stringify(event.details ?? {})}::jsonb, ${event.webhookId ?? null}
    )
    on conflict (webhook_id) do nothing
    returning id
  `.execute(connection);
  return rows.length === 1;
}

export const countRejectedWebhook = (connection: Connection, reason: string) =>
  sql`
    insert into rejected_webhooks as refused (day, reason, count) values (current_date, ${reason}, 1)
    on conflict (day, reason) do update set count = refused.count + 1
  `.execute(connection);

/** Returns the payer of a payment. Returns null if the account is deleted. */
export async function selectPayer(
  connection: Connection,
  userId: string,
): Promise<{ email: string; membership: (Membership & { endedByRefund: boolean }) | null } | null> {
  const row = await connection
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select([
      'users.email',
      'memberships.account_tier as tier',
      'memberships.paid_tier_expires_at as end',
      'memberships.ended_by_refund as endedByRefund',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { email, tier, end, endedByRefund } = row;
  return {
    email,
    membership:
      tier === null
        ? null
        : {
            accountTier: tier,
            paidTierExpiresAt: end?.getTime() ?? null,
            endedByRefund: endedByRefund ?? false,
          },
  };
}

/** Condition for the page after the payment `cursor`. The latest payment is first. */
const after = (cursor: string | null) => sql<boolean>`(
  ${cursor}::text is null
  or (payment.ordered_at, payment.id) < (select ordered_at, id from payments where id = ${cursor})
)`;

/** Returns the payments of a person that moved money or may have moved money. */
export const selectPaymentsOf = (
  connection: Connection,
  { userId, cursor, limit }: { userId: string; cursor: string | null; limit: number },
): Promise<StoredPayment[]> =>
  payments(connection)
    .where('payment.user_id', '=', userId)
    .where('payment.state', 'not in', ['failed', 'expired'])
    .where(after(cursor))
    .orderBy('payment.ordered_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .execute();

export type PaymentOfPerson = StoredPayment & { nickname: string | null; email: string | null };

const paymentsOfPeople = (connection: Connection) =>
  payments(connection)
    .leftJoin('users as payer', 'payer.id', 'payment.user_id')
    .select(['payer.name as nickname', 'payer.email']);

export const selectAllPayments = (
  connection: Connection,
  given: { text: string; onlyFlagged: boolean; cursor: string | null; limit: number },
): Promise<PaymentOfPerson[]> =>
  paymentsOfPeople(connection)
    .$if(given.onlyFlagged, (query) => query.where(sql<boolean>`payment.flags <> '{}'`))
    .where(
      sql<boolean>`position(
        lower(${given.text}) in lower(concat_ws(' ', payment.id, payment.transaction_id, payer.name, payer.email))
      ) > 0`,
    )
    .where(after(given.cursor))
    .orderBy('payment.ordered_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(given.limit)
    .execute();

export async function selectPaymentOfPerson(
  connection: Connection,
  paymentId: string,
): Promise<PaymentOfPerson | null> {
  const payment = await paymentsOfPeople(connection).where('payment.id', '=', paymentId).executeTakeFirst();
  return payment ?? null;
}

export const selectEvents = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .select(({ ref }) => [
      'at',
      'kind',
      'from_state as from',
      'to_state as to',
      ref('details').$castTo<Record<string, unknown>>().as('details'),
    ])
    .orderBy('id')
    .execute();

export const selectCounts = (
  connection: Connection,
): Promise<{ flagged: number; rejectedWebhooks: number }> =>
  connection
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('payments')
        .where(sql<boolean>`flags <> '{}'`)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('flagged'),
      selectFrom('rejected_webhooks')
        .where(sql<boolean>`day > current_date - 30`)
        .select(sql<number>`coalesce(sum(count), 0)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('rejectedWebhooks'),
    ])
    .executeTakeFirstOrThrow();

export const selectPaidUse = (
  connection: Connection,
  { userId, since }: { userId: string; since: Date },
): Promise<PaidUse> =>
  connection
    .selectFrom('my_restaurants')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().filterWhere('shared_list_id', 'is', null).as('places'),
      fn
        .countAll<number>()
        .filterWhere('shared_list_id', 'is', null)
        .filterWhere(fn.coalesce('counts_since', 'linked_at'), '>=', since)
        .as('placesAdded'),
      selectFrom('list_shares')
        .where('list_shares.user_id', '=', userId)
        .where('created_at', '>=', since)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('listShares'),
      selectFrom('photos')
        .where('owner_id', '=', userId)
        .where('purpose', '=', 'journal')
        .where('position', '>', 0)
        .where('created_at', '>=', since)
        .select((photo) => photo.fn.count<number>('used_by').distinct().as('count'))
        .$asScalar()
        .$notNull()
        .as('journalEntries'),
    ])
    .executeTakeFirstOrThrow();

/**
 * Selects payments that the sweeper must synchronize: first refunds in progress, and then payments that may have been
 * made without our knowledge. Both groups are sorted at random. Therefore each run selects other payments if there are
 * more than `limit`.
 */
export const selectUnsettled = (
  connection: Connection,
  { before, limit }: { before: Date; limit: number },
): Promise<{ paymentId: string; state: PaymentState }[]> =>
  connection
    .selectFrom('payments')
    .where('state', 'in', ['pending', 'failed', 'refund_requested'])
    .where('ordered_at', '<', before)
    .select(['id as paymentId', 'state'])
    .orderBy(sql`state = 'refund_requested'`, 'desc')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();

/** Erases texts and links from the payments of a deleted account. The records themselves stay. */
export async function anonymizePayer(connection: Connection, { userId }: { userId: string }): Promise<void> {
  await sql`
    update payments set receipt_url = null, refund_reason = null where user_id = ${userId}
  `.execute(connection);
}

/** Returns the payments since a time, the oldest first. Failed payments are included. */
export const selectPaymentsSince = (connection: Connection, since: Date): Promise<StoredPayment[]> =>
  payments(connection).where('payment.ordered_at', '>=', since).orderBy('payment.ordered_at').execute();
