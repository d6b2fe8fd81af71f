import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const REFUND_REASON_MAXIMUM = 200;

export const membershipProblems = defineProblems({
  /** No keys of the payment service are set: payment is being prepared. */
  'membership.payment_not_ready': 409,
  /** That way of paying is not set up here. */
  'membership.method_not_ready': 409,
  /**
   * A paid membership is in force: paying adds a year to its end, which `addsYear: true` says yes to.
   * params: until (milliseconds, the end in force)
   */
  'membership.already_paid': 409,
  /** The membership has no end, or is the admin's: there is nothing to pay for. */
  'membership.no_payment_needed': 409,
  /** The payment service cannot be reached; nothing was charged. */
  'membership.payment_unreachable': 503,
  /** Unknown, or somebody else's: never told apart. */
  'membership.payment_not_found': 404,
  /** Not paid, or given back already. */
  'membership.refund_not_paid': 409,
  /** params: days (within which it can be given back) */
  'membership.refund_too_late': 409,
  /** More was used than a free member can. */
  'membership.refund_used': 409,
  'membership.refund_under_way': 409,
  /** params: amount (what can still be given back, in won) */
  'membership.refund_too_much': 409,
});

/** By card, or by KakaoPay through a channel of its own. */
export const PayMethod = z.enum(['CARD', 'EASY_PAY']);
export type PayMethod = z.infer<typeof PayMethod>;

/**
 * `pending`: nothing is known of it yet. `failed`: an attempt failed; nothing was charged. `expired`: never paid.
 * `mismatch`: what the payment service says is not what was ordered; nothing was granted, the admin looks into it.
 */
export const PaymentState = z.enum([
  'pending',
  'paid',
  'failed',
  'expired',
  'mismatch',
  'refund_requested',
  'partly_cancelled',
  'cancelled',
]);
export type PaymentState = z.infer<typeof PaymentState>;

/** Why a member cannot give a payment back by themselves. */
export const RefundRefusal = z.enum(['not_paid', 'too_late', 'used', 'under_way']);
export type RefundRefusal = z.infer<typeof RefundRefusal>;

/** A payment as its payer sees it. Times in milliseconds, amounts in won. */
export const Payment = z.object({
  paymentId: z.string(),
  state: PaymentState,
  amount: z.int(),
  cancelledAmount: z.int(),
  payMethod: PayMethod,
  /** Such as `신한카드` or `KAKAOPAY`, as the payment service says it; null until it does. */
  methodName: z.string().nullable(),
  /** No money moved: paid through a test channel. */
  isTest: z.boolean(),
  /** When it was ordered, and when it was paid. */
  orderedAt: z.number(),
  paidAt: z.number().nullable(),
  /** What it grants; null while it grants nothing. */
  period: z.object({ from: z.number(), to: z.number() }).nullable(),
  receiptUrl: z.string().nullable(),
  /** Whether its payer can give it back now, until when, and why not. */
  refund: z.object({
    isPossible: z.boolean(),
    until: z.number().nullable(),
    refusal: RefundRefusal.nullable(),
    /** The last attempt to give it back failed at the payment service. */
    hasFailed: z.boolean(),
  }),
});
export type Payment = z.infer<typeof Payment>;

const tierInForce = {
  tier: z.enum(['free', 'paid']),
  /** Milliseconds; null: free, or paid without an end. A moment in the past: paid until then. */
  paidTierExpiresAt: z.number().nullable(),
};

export const getMembership = endpoint({
  method: 'GET',
  url: '/api/membership',
  access: 'member',
  schema: {
    summary: 'My membership, and how it can be paid for',
    response: {
      200: z.object({
        ...tierInForce,
        /** Won, VAT included, for so many calendar years; there is no renewal by itself. */
        price: z.object({ amount: z.int(), currency: z.literal('KRW'), years: z.int() }),
        /** Places a free member may have. */
        freeRestaurantLimit: z.int(),
        /** Days within which a payment can be given back by its payer. */
        refundDays: z.int(),
        /** The year that a payment made now would add; null: there is nothing to pay for. */
        nextPeriod: z.object({ from: z.number(), to: z.number() }).nullable(),
        /** null: payment is being prepared. */
        payment: z
          .object({
            methods: z.array(PayMethod).min(1),
            /** Test channels are taken as well: a payment may move no money. */
            takesTests: z.boolean(),
            /** The payment service's script, to be loaded when somebody pays. */
            sdkUrl: z.string(),
          })
          .nullable(),
      }),
    },
  },
  problems: [],
});

export const NewOrder = z.object({
  payMethod: PayMethod,
  /** To the order, its price and the refund rule, as they stand beside the button. */
  consent: z.literal(true, 'membership.consent_missing'),
  /** Said by who is a paid member already: a year is added to the end. */
  addsYear: z.boolean().default(false),
});
export type NewOrder = z.input<typeof NewOrder>;

/** What `requestPayment` of the payment service's script is given, as it stands. */
export const PaymentRequest = z.object({
  storeId: z.string(),
  channelKey: z.string(),
  paymentId: z.string(),
  orderName: z.string(),
  totalAmount: z.int(),
  currency: z.literal('KRW'),
  payMethod: PayMethod,
  productType: z.literal('DIGITAL'),
  offerPeriod: z.object({ interval: z.literal('1y') }),
  customer: z.object({ customerId: z.string(), fullName: z.string(), email: z.string() }),
  redirectUrl: z.string(),
  noticeUrls: z.array(z.string()),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

export const createOrder = endpoint({
  method: 'POST',
  url: '/api/membership/orders',
  access: 'member',
  schema: {
    summary: 'Order one year; a repeat within half an hour gets the same order',
    body: NewOrder,
    response: { 200: PaymentRequest },
  },
  problems: [
    'membership.payment_not_ready',
    'membership.method_not_ready',
    'membership.already_paid',
    'membership.no_payment_needed',
    'membership.payment_unreachable',
  ],
});

const PaymentId = z.string().min(1).max(64);
const PaymentParams = z.object({ paymentId: PaymentId });

/** The specification's processPortOnePayment: the browser is back from the payment window, or asks again. */
export const processPortOnePayment = endpoint({
  method: 'POST',
  url: '/api/membership/process-portone-payment',
  access: 'member',
  schema: {
    summary: 'Ask the payment service about my payment, and grant what was paid; can be repeated',
    body: PaymentParams,
    response: { 200: z.object({ payment: Payment, ...tierInForce }) },
  },
  problems: ['membership.payment_not_found'],
});

export const listPayments = endpoint({
  method: 'GET',
  url: '/api/membership/payments',
  access: 'member',
  schema: {
    summary: 'My payments, latest first; orders that came to nothing are left out',
    querystring: z.object({
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: { 200: z.object({ payments: z.array(Payment), nextCursor: z.string().nullable() }) },
  },
  problems: [],
});

export const RefundForm = z.object({ reason: z.string().trim().max(REFUND_REASON_MAXIMUM).default('') });

export const refundPayment = endpoint({
  method: 'POST',
  url: '/api/membership/payments/:paymentId/refund',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Give my payment back; done within moments, look at its state',
    params: PaymentParams,
    body: RefundForm,
    response: { 202: Payment },
  },
  problems: [
    'membership.payment_not_found',
    'membership.refund_not_paid',
    'membership.refund_too_late',
    'membership.refund_used',
    'membership.refund_under_way',
  ],
});

/** The body is taken as it came: its signature is over the bytes. */
export const portOneWebhook = endpoint({
  method: 'POST',
  url: '/api/portone/webhook',
  access: 'anyone',
  schema: {
    summary: 'Word of the payment service, signed; known by its signature, not by its sender',
    response: { 200: z.object({ received: z.literal(true) }) },
  },
  problems: ['membership.webhook_refused'],
});

export const webhookProblems = defineProblems({ 'membership.webhook_refused': 400 });

/**
 * What somebody has to look at. `mismatch`: see PaymentState. `dispute`: the payer went to the card company.
 * `owner_left`: paid by somebody whose account is gone; nothing was granted. `refund_failed`: the payment service
 * refused to give it back.
 */
export const PaymentFlag = z.enum(['mismatch', 'dispute', 'owner_left', 'refund_failed']);
export type PaymentFlag = z.infer<typeof PaymentFlag>;

/** A payment as the admin sees it. */
export const AdminPayment = Payment.omit({ refund: true }).extend({
  /** null: the account is gone. */
  payer: z.object({ uid: z.string(), nickname: z.string(), email: z.string() }).nullable(),
  transactionId: z.string().nullable(),
  flags: z.array(PaymentFlag),
  /** Won that can still be given back; 0 while that is under way. */
  refundableAmount: z.int(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** What happened to a payment; nothing of it is ever changed. */
export const PaymentEvent = z.object({
  at: z.number(),
  /** Such as `state`, `webhook`, `mismatch`, `refund`. */
  kind: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type PaymentEvent = z.infer<typeof PaymentEvent>;

export const listAdminPayments = endpoint({
  method: 'GET',
  url: '/api/admin/payments',
  access: 'admin',
  schema: {
    summary: 'Payments by id, nickname or e-mail, latest first',
    querystring: z.object({
      q: z.string().trim().max(100).default(''),
      view: z.enum(['all', 'flagged']).default('all'),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: {
      200: z.object({
        payments: z.array(AdminPayment),
        flagged: z.int(),
        /** Webhooks without a good signature in the last thirty days. */
        webhooksRefused: z.int(),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  problems: [],
});

const AdminPaymentWithEvents = z.object({ payment: AdminPayment, events: z.array(PaymentEvent) });

export const getAdminPayment = endpoint({
  method: 'GET',
  url: '/api/admin/payments/:paymentId',
  access: 'admin',
  schema: {
    summary: 'One payment with all that happened to it',
    params: PaymentParams,
    response: { 200: AdminPaymentWithEvents },
  },
  problems: ['membership.payment_not_found'],
});

export const AdminRefund = z.object({
  /** Won; left out: all that is left. */
  amount: z.int().min(1).optional(),
  reason: z.string().trim().min(1, 'membership.refund_reason_missing').max(REFUND_REASON_MAXIMUM),
});
export type AdminRefund = z.infer<typeof AdminRefund>;

export const refundAsAdmin = endpoint({
  method: 'POST',
  url: '/api/admin/payments/:paymentId/refund',
  access: 'admin',
  idempotent: true,
  schema: {
    summary: 'Give a payment back, all or a part; done within moments, look at its state',
    params: PaymentParams,
    body: AdminRefund,
    response: { 202: AdminPaymentWithEvents },
  },
  problems: [
    'membership.payment_not_found',
    'membership.refund_not_paid',
    'membership.refund_under_way',
    'membership.refund_too_much',
  ],
});

export const settleFlags = endpoint({
  method: 'POST',
  url: '/api/admin/payments/:paymentId/settle',
  access: 'admin',
  schema: {
    summary: 'Note that somebody has looked at what a payment is flagged for',
    params: PaymentParams,
    response: { 200: AdminPaymentWithEvents },
  },
  problems: ['membership.payment_not_found'],
});
