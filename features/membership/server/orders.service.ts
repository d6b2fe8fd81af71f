import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { m } from '#messages';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/signed-in.ts';
import { membershipProblems, type NewOrder, type PaymentRequest } from '../membership.contract.ts';
import { MEMBERSHIP_PRICE, yearsLater } from '../membership.rules.ts';
import { ORDER_REUSED_FOR } from '../payments.rules.ts';
import { insertOrder, lockPerson, reuseOrder, selectOpenOrder } from './payments.sql.ts';
import { type PaymentSetup, type PortOne, PortOneUnreachable } from './portone.ts';
import type { SyncPayment } from './sync-payment.ts';

/** Whoever has no end to their membership has nothing to pay for. */
export const needsNoPayment = ({ isAdmin, tier, paidTierExpiresAt }: Person): boolean =>
  isAdmin || (tier === 'paid' && paidTierExpiresAt === null);

/** The year that a payment made now would add; null: there is nothing to pay for. */
export function nextPeriod(person: Person, now: number): { from: number; to: number } | null {
  if (needsNoPayment(person)) return null;
  const from = person.tier === 'paid' ? Math.max(now, person.paidTierExpiresAt ?? now) : now;
  return { from, to: yearsLater({ from, years: MEMBERSHIP_PRICE.years }) };
}

/**
 * Orders one year and fixes its price at the payment service. Asked again within half an hour, the same order comes
 * back: two tabs, or a second try after a closed window, cannot be paid twice.
 * @throws membership.already_paid, .no_payment_needed, .payment_not_ready, .method_not_ready, .payment_unreachable
 */
export async function orderYear({
  database,
  settings,
  payment,
  person,
  wanted,
  locale,
  now,
}: {
  database: Database;
  settings: Settings;
  payment: { setup: PaymentSetup; portOne: PortOne; sync: SyncPayment } | null;
  person: Person;
  wanted: z.output<typeof NewOrder>;
  locale: Locale;
  now: number;
}): Promise<PaymentRequest> {
  if (!payment) throw problem(membershipProblems, 'membership.payment_not_ready');
  const { setup, portOne, sync } = payment;
  const channelKey = setup.channels[wanted.payMethod];
  if (!channelKey) throw problem(membershipProblems, 'membership.method_not_ready');
  if (needsNoPayment(person)) throw problem(membershipProblems, 'membership.no_payment_needed');
  if (person.tier === 'paid' && !wanted.addsYear) refuseSecond(person.paidTierExpiresAt);

  const { paymentId, orderName, amount } = await takeOrder({ database, person, wanted, locale, now });
  try {
    const fixed = await portOne.preRegister({ paymentId, amount });
    if (fixed !== true) {
      // Paid in another tab, and its return has not come yet: the person sees what became of it.
      const paid = fixed.refused === 'ALREADY_PAID' ? await sync({ paymentId, database }) : null;
      if (paid?.periodTo) refuseSecond(paid.periodTo.getTime());
      throw problem(membershipProblems, 'membership.payment_unreachable');
    }
  } catch (error) {
    if (error instanceof PortOneUnreachable) {
      throw problem(membershipProblems, 'membership.payment_unreachable');
    }
    throw error;
  }
  return {
    storeId: setup.storeId,
    channelKey,
    paymentId,
    orderName,
    totalAmount: amount,
    currency: MEMBERSHIP_PRICE.currency,
    payMethod: wanted.payMethod,
    productType: 'DIGITAL',
    offerPeriod: { interval: '1y' },
    customer: { customerId: person.userId, fullName: person.displayName, email: person.email },
    redirectUrl: `${settings.BASE_URL}/app/payment`,
    noticeUrls: [`${settings.BASE_URL}/api/portone/webhook`],
  };
}

function refuseSecond(until: number | null): never {
  throw problem(membershipProblems, 'membership.already_paid', { until: until ?? 0 });
}

/** The person's open order, or a new one; of several requests at once, one makes it. */
const takeOrder = ({
  database,
  person: { userId },
  wanted: { payMethod },
  locale,
  now,
}: {
  database: Database;
  person: Pick<Person, 'userId'>;
  wanted: Pick<z.output<typeof NewOrder>, 'payMethod'>;
  locale: Locale;
  now: number;
}): Promise<{ paymentId: string; orderName: string; amount: number }> =>
  database.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    const since = new Date(now - ORDER_REUSED_FOR);
    const open = await selectOpenOrder(transaction, { userId, since });
    if (open) {
      await reuseOrder(transaction, { paymentId: open.paymentId, payMethod, now: new Date(now) });
      return open;
    }
    const order = {
      // Some of the card companies behind it take letters, digits, - and _ alone.
      paymentId: `pay_${randomBytes(21).toString('base64url')}`,
      orderName: m.payment_order_name({}, { locale }),
      amount: MEMBERSHIP_PRICE.amount,
    };
    const { currency } = MEMBERSHIP_PRICE;
    await insertOrder(transaction, { ...order, userId, currency, payMethod, locale, now: new Date(now) });
    return order;
  });
