import type { FastifyBaseLogger } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { m } from '#messages';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { membershipProblems, type NewOrder, type PaymentRequest } from '../membership.contract.ts';
import { MEMBERSHIP_PRICE, needsNoPayment } from '../membership.rules.ts';
import { ORDER_REUSE_MS } from '../payments.rules.ts';
import { insertOrder, lockPerson, reuseOrder, selectOpenOrder } from './payments.sql.ts';
import type { Payments } from './payments.ts';
import { PortOneUnreachable } from './portone.ts';

type OrderOfYear = {
  database: Database;
  settings: Settings;
  payments: Payments | null;
  person: Person;
  wanted: z.output<typeof NewOrder>;
  locale: Locale;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: number;
};

/**
 * Creates an order for a year. The same order is returned for half an hour. Therefore a member cannot pay twice from
 * two tabs, or by a retry after a closed window.
 * @throws membership.already_paid, .no_payment_needed, .payment_not_ready, .method_not_ready, .payment_unreachable
 */
export async function orderYear(given: OrderOfYear): Promise<PaymentRequest> {
  const { settings, payments, person, wanted } = given;
  if (!payments) throw problem(membershipProblems, 'membership.payment_not_ready');
  const { setup } = payments;
  const channelKey = setup.channels[wanted.payMethod];
  if (!channelKey) throw problem(membershipProblems, 'membership.method_not_ready');
  if (needsNoPayment(person)) throw problem(membershipProblems, 'membership.no_payment_needed');
  if (person.tier === 'paid' && !wanted.addsYear) rejectSecondOrder(person.paidTierExpiresAt);

  const { paymentId, orderName, amount } = await createFixedOrder({ ...given, payments });
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

/**
 * Creates an order and registers its price with the payment service, so that a browser cannot change the price.
 * @throws membership.already_paid, .payment_unconfirmed, .payment_unreachable
 */
async function createFixedOrder(given: OrderOfYear & { payments: Payments }): Promise<Order> {
  const { database, payments, log } = given;
  const order = await reuseOrCreateOrder(given);
  const { paymentId } = order;
  const unreachable = (reason: string) => {
    log.warn({ event: 'payment.order_refused', paymentId, reason });
    return problem(membershipProblems, 'membership.payment_unreachable');
  };
  try {
    const fixed = await payments.portOne.preRegister(order);
    if (fixed === true) return order;
    if (fixed.refused !== 'ALREADY_PAID') throw unreachable(fixed.refused);
  } catch (error) {
    if (!(error instanceof PortOneUnreachable)) throw error;
    throw unreachable(error.message);
  }
  await rejectPaidOrder({ database, payments, log, paymentId });
  return createFixedOrder(given);
}

/**
 * Settles an order that was paid in another tab, which has not reported the payment yet. Returns if the order is refunded
 * or differs from its payment: then it grants nothing, and a new order may be created.
 * @throws membership.already_paid, membership.payment_unconfirmed
 */
async function rejectPaidOrder({
  database,
  payments,
  log,
  paymentId,
}: Pick<OrderOfYear, 'database' | 'log'> & { payments: Payments; paymentId: string }): Promise<void> {
  const settled = await payments.sync({ paymentId, database }).catch((error: unknown) => {
    if (!(error instanceof PortOneUnreachable)) throw error;
    log.warn({ event: 'payment.unconfirmed', paymentId, reason: error.message });
    return null;
  });
  if (settled?.periodTo && settled.state !== 'cancelled') rejectSecondOrder(settled.periodTo.getTime());
  if (!settled || settled.state === 'pending')
    throw problem(membershipProblems, 'membership.payment_unconfirmed');
}

function rejectSecondOrder(until: number | null): never {
  throw problem(membershipProblems, 'membership.already_paid', { until: until ?? 0 });
}

type Order = { paymentId: string; orderName: string; amount: number };

/**
 * Returns the open order, or creates a new order. If several requests run at the same time, one request creates the
 * order, and the other requests reuse it.
 */
const reuseOrCreateOrder = ({
  database,
  person: { userId },
  wanted: { payMethod },
  locale,
  now,
}: OrderOfYear): Promise<Order> =>
  database.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    const since = new Date(now - ORDER_REUSE_MS);
    const open = await selectOpenOrder(transaction, { userId, since });
    if (open) {
      await reuseOrder(transaction, { paymentId: open.paymentId, payMethod, now: new Date(now) });
      return open;
    }
    const order = {
      // Some card companies accept only letters, digits, - and _ in the id.
      paymentId: `pay_${randomBytes(21).toString('base64url')}`,
      orderName: m.payment_order_name({}, { locale }),
      amount: MEMBERSHIP_PRICE.amount,
    };
    const { currency } = MEMBERSHIP_PRICE;
    await insertOrder(transaction, { ...order, userId, currency, payMethod, locale, now: new Date(now) });
    return order;
  });
