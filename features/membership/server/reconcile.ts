import type { Connection } from '#server/database/database.ts';
import { verifyPayment, isReportedPaid, type FetchedPayment, isPaidState } from '../payments.rules.ts';
import { selectPayment, selectPaymentsSince, type StoredPayment } from './payments.sql.ts';
import type { PaymentSetup, PortOne } from './portone.ts';

/** A difference between our payments and PortOne's payments. `says` is a sentence for the operator. */
export type Difference = { paymentId: string; says: string };

/**
 * Looks for each of our payments at PortOne, and for each payment at PortOne in our database. Nothing is changed.
 * @throws PortOneUnreachable
 */
export async function reconcile({
  database,
  portOne,
  setup,
  since,
}: {
  database: Connection;
  portOne: Pick<PortOne, 'payment' | 'payments'>;
  setup: PaymentSetup;
  since: Date;
}): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  const compare = (payment: StoredPayment, fetched: FetchedPayment | null) => {
    seen.add(payment.paymentId);
    const says = differenceBetween({ payment, fetched, setup });
    if (says !== null) differences.push({ paymentId: payment.paymentId, says });
  };

  for (const payment of await selectPaymentsSince(database, since)) {
    compare(payment, await portOne.payment(payment.paymentId));
  }
  for await (const fetched of portOne.payments({ from: since, until: new Date() })) {
    if (seen.has(fetched.id)) continue;
    const payment = await selectPayment(database, fetched.id);
    if (payment) compare(payment, await portOne.payment(fetched.id));
    else if (isReportedPaid(fetched)) {
      differences.push({ paymentId: fetched.id, says: `${fetched.status} at PortOne, unknown here` });
    }
  }
  return { compared: seen.size, differences };
}

/**
 * Returns the difference between the two records of a payment. An unpaid order that PortOne does not know is not a
 * difference.
 */
function differenceBetween({
  payment,
  fetched,
  setup,
}: {
  payment: StoredPayment;
  fetched: FetchedPayment | null;
  setup: PaymentSetup;
}): string | null {
  const { state, amount, cancelledAmount, userId, periodFrom } = payment;
  const isPaidHere = isPaidState(state);
  if (fetched === null || !isReportedPaid(fetched)) {
    return isPaidHere ? `${state} here, ${fetched?.status ?? 'unknown'} at PortOne` : null;
  }
  const verification = verifyPayment(fetched, { ...payment, ...setup });
  if (verification.is === 'mismatch') {
    return `${state} here; PortOne's payment differs from the order in: ${verification.reasons.join(', ')}`;
  }
  if (!isPaidHere) return `${state} here, ${fetched.status} at PortOne`;
  const back = verification.is === 'paid' ? verification.cancelled : 0;
  if (back !== cancelledAmount) return `${cancelledAmount} won refunded here, ${back} at PortOne`;
  if (back < amount && periodFrom === null && userId !== null) return 'paid, but no year was granted';
  return null;
}
