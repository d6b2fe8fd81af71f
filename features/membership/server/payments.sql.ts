import { sql } from 'kysely';
import { columnsOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import type { Locale } from '#server/http/locale.ts';
import type { PaymentFlag, PaymentState, PayMethod } from '../membership.contract.ts';
import type { Membership } from '../membership.rules.ts';
import type { PaidUse } from '../payments.rules.ts';

/** The fields of an order. Amounts are in won. */
type OrderFields = {
  paymentId: string;
  userId: string | null;
  amount: number;
  currency: string;
  orderName: string;
  payMethod: PayMethod;
  locale: Locale;
  orderedAt: Date;
};

/** The fields that change with the payment and its refunds. Amounts are in won. */
type PaymentFields = {
  state: PaymentState;
  stateChangedAt: Date;
  transactionId: string | null;
  methodName: string | null;
  isTest: boolean;
  paidAt: Date | null;
  receiptUrl: string | null;
  cancelledAmount: number;
  refundAttempt: number;
  refundAmount: number | null;
  refundBy: 'member' | 'admin' | null;
  refundReason: string | null;
  refundCancellationId: string | null;
  refundHasFailed: boolean;
  flags: PaymentFlag[];
};

/** A payment as it is stored. The period is null if nothing was granted. */
export type StoredPayment = OrderFields & PaymentFields & { periodFrom: Date | null; periodTo: Date | null };

const orderColumns = columnsOf('payments')<OrderFields>({
  paymentId: 'id',
  userId: 'user_id',
  amount: 'amount',
  currency: 'currency',
  orderName: 'order_name',
  payMethod: 'pay_method',
  locale: 'locale',
  orderedAt: 'ordered_at',
});

const paymentColumns = columnsOf('payments')<PaymentFields>({
  state: 'state',
  stateChangedAt: 'state_changed_at',
  transactionId: 'transaction_id',
  methodName: 'method_name',
  isTest: 'is_test',
  paidAt: 'paid_at',
  receiptUrl: 'receipt_url',
  cancelledAmount: 'cancelled_amount',
  refundAttempt: 'refund_attempt',
  refundAmount: 'refund_amount',
  refundBy: 'refund_by',
  refundReason: 'refund_reason',
  refundCancellationId: 'refund_cancellation_id',
  refundHasFailed: 'refund_has_failed',
  flags: 'flags',
});

const COLUMNS = sql`${orderColumns.select('payment')}, ${paymentColumns.select('payment')},
  "grant".period_from as "periodFrom", "grant".period_to as "periodTo"`;
const PAYMENTS = sql.raw(
  `payments as payment left join payment_grants as "grant" on "grant".payment_id = payment.id`,
);

const paymentById = statement(
  'membership_payment',
  (_, { paymentId }: { paymentId: string }) => sql<StoredPayment>`
    select ${COLUMNS} from ${PAYMENTS} where payment.id = ${paymentId}`,
);

export async function selectPayment(
  connection: Connection,
  paymentId: string,
): Promise<StoredPayment | null> {
  const [row] = await paymentById(connection, { paymentId });
  return row ?? null;
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

const openOrder = statement(
  'membership_open_order',
  (_, { userId, since }: { userId: string; since: Date }) => sql<StoredPayment>`
    select ${COLUMNS} from ${PAYMENTS}
    where payment.user_id = ${userId} and payment.state = 'pending' and payment.ordered_at > ${since}
    order by payment.ordered_at desc limit 1`,
);

export async function selectOpenOrder(
  transaction: Connection,
  { userId, since }: { userId: string; since: Date },
): Promise<StoredPayment | null> {
  const [row] = await openOrder(transaction, { userId, since });
  return row ?? null;
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

export type PaymentChanges = Partial<PaymentFields>;

export const updatePayment = (
  transaction: Connection,
  { paymentId }: LockedPayment,
  changes: PaymentChanges,
) => sql`update payments set ${paymentColumns.changes(changes)} where id = ${paymentId}`.execute(transaction);

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
): Promise<{ email: string; membership: Membership | null } | null> {
  const row = await connection
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.email', 'memberships.account_tier as tier', 'memberships.paid_tier_expires_at as end'])
    .executeTakeFirst();
  if (!row) return null;
  const { email, tier, end } = row;
  return {
    email,
    membership: tier === null ? null : { accountTier: tier, paidTierExpiresAt: end?.getTime() ?? null },
  };
}

/** Condition for the page after the payment `cursor`. The latest payment is first. */
const after = (cursor: string | null) => sql`(
  ${cursor}::text is null
  or (payment.ordered_at, payment.id) < (select ordered_at, id from payments where id = ${cursor})
)`;

const paymentsOf = statement(
  'membership_payments_of',
  (
    _,
    { userId, cursor, limit }: { userId: string; cursor: string | null; limit: number },
  ) => sql<StoredPayment>`
    select ${COLUMNS} from ${PAYMENTS}
    where payment.user_id = ${userId} and payment.state not in ('failed', 'expired') and ${after(cursor)}
    order by payment.ordered_at desc, payment.id desc
    limit ${limit}`,
);

/** Returns the payments of a person that moved money or may have moved money. */
export function selectPaymentsOf(
  connection: Connection,
  { userId, cursor, limit }: { userId: string; cursor: string | null; limit: number },
): Promise<StoredPayment[]> {
  return paymentsOf(connection, { userId, cursor, limit });
}

export type PaymentOfPerson = StoredPayment & { nickname: string | null; email: string | null };

const PAYERS = sql.raw(`left join users as payer on payer.id = payment.user_id`);

const allPayments = statement(
  'membership_all_payments',
  (
    _,
    {
      text,
      onlyFlagged,
      cursor,
      limit,
    }: { text: string; onlyFlagged: boolean; cursor: string | null; limit: number },
  ) => sql<PaymentOfPerson>`
    select ${COLUMNS}, payer.name as nickname, payer.email from ${PAYMENTS} ${PAYERS}
    where (not ${onlyFlagged}::boolean or payment.flags <> '{}')
      and position(
        lower(${text}) in lower(concat_ws(' ', payment.id, payment.transaction_id, payer.name, payer.email))
      ) > 0
      and ${after(cursor)}
    order by payment.ordered_at desc, payment.id desc
    limit ${limit}`,
);

export function selectAllPayments(
  connection: Connection,
  given: { text: string; onlyFlagged: boolean; cursor: string | null; limit: number },
): Promise<PaymentOfPerson[]> {
  return allPayments(connection, given);
}

const paymentOfPerson = statement(
  'membership_payment_of_person',
  (_, { paymentId }: { paymentId: string }) => sql<PaymentOfPerson>`
    select ${COLUMNS}, payer.name as nickname, payer.email from ${PAYMENTS} ${PAYERS}
    where payment.id = ${paymentId}`,
);

export async function selectPaymentOfPerson(
  connection: Connection,
  paymentId: string,
): Promise<PaymentOfPerson | null> {
  const [row] = await paymentOfPerson(connection, { paymentId });
  return row ?? null;
}

const events = statement(
  'membership_events',
  (_, { paymentId }: { paymentId: string }) => sql<{
    at: Date;
    kind: string;
    from: string | null;
    to: string | null;
    details: Record<string, unknown>;
  }>`
    select at, kind, from_state as "from", to_state as "to", details from payment_events
    where payment_id = ${paymentId} order by id`,
);

export function selectEvents(connection: Connection, paymentId: string) {
  return events(connection, { paymentId });
}

const paymentCounts = statement(
  'membership_counts',
  () => sql<{ flagged: number; rejectedWebhooks: number }>`
    select (select count(*)::int from payments where flags <> '{}') as flagged,
      (select coalesce(sum(count), 0)::int from rejected_webhooks where day > current_date - 30) as "rejectedWebhooks"`,
);

export async function selectCounts(
  connection: Connection,
): Promise<{ flagged: number; rejectedWebhooks: number }> {
  const [row] = await paymentCounts(connection, {});
  return row ?? { flagged: 0, rejectedWebhooks: 0 };
}

const paidUse = statement(
  'membership_paid_use',
  (_, { userId, since }: { userId: string; since: Date }) => sql<PaidUse>`
    select
      count(*) filter (where shared_list_id is null)::int as places,
      count(*) filter (
        where shared_list_id is null and coalesce(counts_since, linked_at) >= ${since}
      )::int as "placesAdded",
      (
        select count(*)::int from list_shares where user_id = ${userId} and created_at >= ${since}
      ) as "listShares",
      (
        select count(distinct used_by)::int from photos
        where owner_id = ${userId} and purpose = 'journal' and position > 0 and created_at >= ${since}
      ) as "journalEntries"
    from my_restaurants where user_id = ${userId} and deleted_at is null`,
);

export async function selectPaidUse(
  connection: Connection,
  { userId, since }: { userId: string; since: Date },
): Promise<PaidUse> {
  const [row] = await paidUse(connection, { userId, since });
  return row ?? { places: 0, placesAdded: 0, listShares: 0, journalEntries: 0 };
}

const unsettled = statement(
  'membership_unsettled',
  (_, { before, limit }: { before: Date; limit: number }) => sql<{ paymentId: string; state: PaymentState }>`
    select id as "paymentId", state from payments
    where state in ('pending', 'failed', 'refund_requested') and ordered_at < ${before}
    order by state = 'refund_requested' desc, random() limit ${limit}`,
);

/**
 * Selects payments that the sweeper must synchronize: first refunds in progress, and then payments that may have been
 * made without our knowledge. Both groups are sorted at random. Therefore each run selects other payments if there are
 * more than `limit`.
 */
export function selectUnsettled(
  connection: Connection,
  { before, limit }: { before: Date; limit: number },
): Promise<{ paymentId: string; state: PaymentState }[]> {
  return unsettled(connection, { before, limit });
}

/** Erases texts and links from the payments of a deleted account. The records themselves stay. */
export async function anonymizePayer(connection: Connection, { userId }: { userId: string }): Promise<void> {
  await sql`
    update payments set receipt_url = null, refund_reason = null where user_id = ${userId}
  `.execute(connection);
}

const paymentsSince = statement(
  'membership_payments_since',
  (_, { since }: { since: Date }) => sql<StoredPayment>`
    select ${COLUMNS} from ${PAYMENTS} where payment.ordered_at >= ${since} order by payment.ordered_at`,
);

/** Returns the payments since a time, the oldest first. Failed payments are included. */
export function selectPaymentsSince(connection: Connection, since: Date): Promise<StoredPayment[]> {
  return paymentsSince(connection, { since });
}
