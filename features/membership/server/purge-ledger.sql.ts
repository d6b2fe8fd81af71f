import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/**
 * Time for which payments must be kept (전자상거래법 시행령 6조). The time starts at the end of the paid period, or at the last
 * change of state if that change is later.
 */
const LEDGER_RETENTION = sql.lit('5 years');
/** Time for which unpaid orders are kept. It is shorter, because an unpaid order is not a record of a payment. */
const UNPAID_ORDER_RETENTION = sql.lit('90 days');

/**
 * Deletes payments whose retention time is over. A trigger allows the deletion only while the setting
 * `momokzi.purging_payments` is on. The setting ends with the transaction.
 */
export async function purgeLedger(transaction: Connection, { now }: { now: Date }): Promise<void> {
  await sql`set local momokzi.purging_payments = 'on'`.execute(transaction);
  await sql`
    delete from payments as payment
    where (
      payment.state in ('expired', 'failed') and payment.state_changed_at < ${now}::timestamptz - ${UNPAID_ORDER_RETENTION}::interval
    ) or (
      greatest(
        payment.state_changed_at, (select period_to from payment_grants where payment_id = payment.id)
      ) < ${now}::timestamptz - ${LEDGER_RETENTION}::interval
    )
  `.execute(transaction);
  // Deletes events whose payment is deleted or unknown.
  await sql`
    delete from payment_events as event
    where at < ${now}::timestamptz - ${UNPAID_ORDER_RETENTION}::interval
      and not exists (select from payments where payments.id = event.payment_id)
  `.execute(transaction);
  await sql`
    delete from rejected_webhooks where day < ${now}::date - 90
  `.execute(transaction);
  await sql`
    delete from expiry_notices where ends_at < ${now}::timestamptz - interval '1 year'
  `.execute(transaction);
}
