import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Connection, Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  type getMembership,
  membershipProblems,
  PayMethod,
  type Payment,
  type processPortOnePayment,
} from '../membership.contract.ts';
import { FREE_RESTAURANT_LIMIT, MEMBERSHIP_PRICE, nextPeriod, effectiveTier } from '../membership.rules.ts';
import { REFUND_DAYS } from '../payments.rules.ts';
import { insertEvent, selectPayer, selectPayment, selectPaymentsOf } from './payments.sql.ts';
import type { Payments } from './payments.ts';
import { PortOneUnreachable } from './portone.ts';
import { requestRefundAsMember } from './refunds.ts';
import { paymentResponse } from './payment-responses.ts';

type Answer<E extends { schema: { response: { 200: z.ZodType } } }> = z.output<E['schema']['response'][200]>;

/**
 * Time limit of the request in milliseconds. The limit is short, because a person waits. If the limit is exceeded, the
 * webhook or the sweeper (payments.ts) settles the payment.
 */
const RETURN_TIMEOUT_MS = 20_000;

export function membershipOf({
  payments,
  person,
  now,
}: {
  payments: Payments | null;
  person: Person;
  now: number;
}): Answer<typeof getMembership> {
  return {
    tier: person.tier,
    paidTierExpiresAt: person.paidTierExpiresAt,
    endedByRefund: person.endedByRefund,
    price: MEMBERSHIP_PRICE,
    freeRestaurantLimit: FREE_RESTAURANT_LIMIT,
    refundDays: REFUND_DAYS,
    nextPeriod: nextPeriod({ payer: person, now }),
    payment: payments && {
      methods: PayMethod.options.filter((method) => payments.setup.channels[method]),
      allowsTestChannel: payments.setup.allowsTestChannel,
      sdkUrl: payments.setup.sdkUrl,
    },
  };
}

/**
 * Processes the return from the payment window. If the payment service is unreachable, the payment stays pending and
 * the browser repeats the request. If the payment belongs to another member, an event is stored.
 * @throws membership.payment_not_found, also for another member's payment
 */
export async function processReturn({
  database,
  payments,
  person: { userId },
  paymentId,
  log,
}: {
  database: Database;
  payments: Payments | null;
  person: Pick<Person, 'userId'>;
  paymentId: string;
  log: FastifyBaseLogger;
}): Promise<Answer<typeof processPortOnePayment>> {
  const known = await selectPayment(database, paymentId);
  if (known?.userId !== userId) {
    if (known) await insertEvent(database, { paymentId, kind: 'foreign_return' });
    throw problem(membershipProblems, 'membership.payment_not_found');
  }
  const signal = AbortSignal.timeout(RETURN_TIMEOUT_MS);
  const payment = await payments?.sync({ paymentId, database, signal }).catch((error) => {
    if (!(error instanceof PortOneUnreachable)) throw error;
    log.warn({ event: 'payment.return_no_response', paymentId, reason: error.message });
    return known;
  });
  const now = Date.now();
  const { membership = null } = (await selectPayer(database, userId)) ?? {};
  return {
    payment: await paymentResponse(database, { payment: payment ?? known, now }),
    tier: effectiveTier(membership, now),
    paidTierExpiresAt: membership?.paidTierExpiresAt ?? null,
    endedByRefund: membership?.endedByRefund ?? false,
  };
}

export async function myPayments({
  database,
  person: { userId },
  cursor,
  limit,
  now,
}: {
  database: Database;
  person: Pick<Person, 'userId'>;
  cursor: string | null;
  limit: number;
  now: number;
}): Promise<{ payments: Payment[]; nextCursor: string | null }> {
  const found = await selectPaymentsOf(database, { userId, cursor, limit: limit + 1 });
  const { page, last } = pageOf({ found, limit });
  const payments = [];
  for (const payment of page) payments.push(await paymentResponse(database, { payment, now }));
  return { payments, nextCursor: last?.paymentId ?? null };
}

/** Requests a refund of the member's own payment. @throws the problems of `requestRefundAsMember` */
export async function refundOwnPayment(
  transaction: Connection,
  wanted: { jobs: Jobs; userId: string; paymentId: string; reason: string; now: number },
): Promise<Payment> {
  await requestRefundAsMember(transaction, wanted);
  const payment = await selectPayment(transaction, wanted.paymentId);
  if (!payment) throw new Error('A locked payment is missing.');
  return paymentResponse(transaction, { payment, now: wanted.now });
}
