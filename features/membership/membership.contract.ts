import { z } from 'zod';
import { LinesOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const REFUND_REASON_MAXIMUM = 200;

export const membershipProblems = defineProblems({
  'membership.payment_not_ready': 409,
  'membership.method_not_ready': 409,
  /**
   * The member has paid already. The same request with `addsYear: true` extends the membership.
   * params: until (current end, milliseconds)
   */
  'membership.already_paid': 409,
  /** The order was paid, but the payment service has not confirmed the payment yet. */
  'membership.payment_unconfirmed': 409,
  /** The membership has no end or belongs to the admin. */
  'membership.no_payment_needed': 409,
  /** The payment service cannot be reached. Nothing was charged. */
  'membership.payment_unreachable': 503,
  /** The payment is unknown, or belongs to another member. The answer does not reveal which is the case. */
  'membership.payment_not_found': 404,
  /** The payment is not paid, or already refunded. */
  'membership.refund_not_paid': 409,
  /** params: days (length of the refund period) */
  'membership.refund_too_late': 409,
  /** The member used more than a free member may use. */
  'membership.refund_used': 409,
  'membership.refund_under_way': 409,
  /** params: amount (refundable amount in won) */
  'membership.refund_too_much': 409,
});

/** The payment methods. `EASY_PAY` is KakaoPay, which has a separate channel. */
export const PayMethod = z.enum(['CARD', 'EASY_PAY']);
export type PayMethod = z.infer<typeof PayMethod>;

/**
 * The state of a payment. `failed` means that nothing was charged. `expired` means that the order was never paid.
 * `mismatch` means that the payment differs from the order: nothing was granted, and the admin must review the payment.
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

/** The reason why a member cannot refund a payment. */
export const RefundRejection = z.enum(['not_paid', 'too_late', 'used', 'under_way']);
export type RefundRejection = z.infer<typeof RefundRejection>;

/** A payment as the member sees it. Times are in milliseconds, amounts in won. */
export const Payment = z.object({
  paymentId: z.string(),
  state: PaymentState,
  amount: z.int(),
  cancelledAmount: z.int(),
  payMethod: PayMethod,
  /** Name of the payment method, such as `신한카드` or `KAKAOPAY`; null until the payment service reports a name. */
  methodName: z.string().nullable(),
  /** Whether the payment was made on a test channel, which moves no money. */
  isTest: z.boolean(),
  orderedAt: z.number(),
  paidAt: z.number().nullable(),
  period: z.object({ from: z.number(), to: z.number() }).nullable(),
  receiptUrl: z.string().nullable(),
  refund: z.object({
    isPossible: z.boolean(),
    until: z.number().nullable(),
    refusal: RefundRejection.nullable(),
    /** Whether the payment service refused the last refund attempt. */
    hasFailed: z.boolean(),
  }),
});
export type Payment = z.infer<typeof Payment>;

const effectiveTier = {
  tier: z.enum(['free', 'paid']),
  /**
   * End of the paid membership in milliseconds. If the time is in the past, the membership has ended. The value is null
   * for a free member, and for a membership without an end.
   */
  paidTierExpiresAt: z.number().nullable(),
  endedByRefund: z.boolean().default(false),
};

export const getMembership = endpoint({
  method: 'GET',
  url: '/api/membership',
  access: 'member',
  schema: {
    summary: 'Get my membership and the available payment methods.',
    response: {
      200: z.object({
        ...effectiveTier,
        /** The price in won, VAT included, for `years` calendar years without automatic renewal. */
        price: z.object({ amount: z.int(), currency: z.literal('KRW'), years: z.int() }),
        freeRestaurantLimit: z.int(),
        /** Number of days after the day of payment during which a refund is possible. */
        refundDays: z.int(),
        /** The period that the next payment would add; null if no payment is needed. */
        nextPeriod: z.object({ from: z.number(), to: z.number() }).nullable(),
        /** How payments are made; null if payment is not configured. */
        payment: z
          .object({
            methods: z.array(PayMethod).min(1),
            /** Whether a test channel is allowed. A test channel moves no money. */
            allowsTestChannel: z.boolean(),
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
  /** Whether the member consents to the order, its price and the refund rule. */
  consent: z.literal(true, 'membership.consent_missing'),
  /** Whether a paid member confirms that the payment extends the current membership. */
  addsYear: z.boolean().default(false),
});
export type NewOrder = z.input<typeof NewOrder>;

/** Arguments of `requestPayment` in the payment service's script. */
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
    summary:
      'Create an order for one year. Returns the open order if one was created within the last 30 minutes.',
    body: NewOrder,
    response: { 200: PaymentRequest },
  },
  problems: [
    'membership.payment_not_ready',
    'membership.method_not_ready',
    'membership.already_paid',
    'membership.no_payment_needed',
    'membership.payment_unconfirmed',
    'membership.payment_unreachable',
  ],
});

const PaymentId = z.string().min(1).max(64);
const PaymentParams = z.object({ paymentId: PaymentId });

/**
 * Processes a payment (`processPortOnePayment` of the specification). The browser repeats the call until the result is
 * known.
 */
export const processPortOnePayment = endpoint({
  method: 'POST',
  url: '/api/membership/process-portone-payment',
  access: 'member',
  schema: {
    summary: 'Synchronize my payment with the payment service and grant the paid period. Idempotent.',
    body: PaymentParams,
    response: { 200: z.object({ payment: Payment, ...effectiveTier }) },
  },
  problems: ['membership.payment_not_found'],
});

export const listPayments = endpoint({
  method: 'GET',
  url: '/api/membership/payments',
  access: 'member',
  schema: {
    summary: 'List my payments, newest first. Failed and unpaid orders are omitted.',
    querystring: z.object({
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: { 200: z.object({ payments: z.array(Payment), nextCursor: z.string().nullable() }) },
  },
  problems: [],
});

export const RefundForm = z.object({ reason: LinesOfText.max(REFUND_REASON_MAXIMUM).default('') });

export const refundPayment = endpoint({
  method: 'POST',
  url: '/api/membership/payments/:paymentId/refund',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Request a refund of my payment. Processed asynchronously; poll its state.',
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

/** The webhook of PortOne. The handler reads the raw body, because the signature covers its bytes. */
export const portOneWebhook = endpoint({
  method: 'POST',
  url: '/api/portone/webhook',
  access: 'anyone',
  schema: {
    summary: 'PortOne webhook. Authenticated by its signature.',
    response: { 200: z.object({ received: z.literal(true) }) },
  },
  problems: ['membership.webhook_refused'],
});

export const webhookProblems = defineProblems({ 'membership.webhook_refused': 400 });

/**
 * Why the admin must review a payment. `dispute`: the payer disputed the payment with the card company. `owner_left`:
 * the payer's account is deleted, and nothing was granted. `refund_failed`: the payment service refused the refund.
 */
export const PaymentFlag = z.enum(['mismatch', 'dispute', 'owner_left', 'refund_failed']);
export type PaymentFlag = z.infer<typeof PaymentFlag>;

export const AdminPayment = Payment.omit({ refund: true }).extend({
  /** The payer; null if the account is deleted. */
  payer: z.object({ uid: z.string(), nickname: z.string(), email: z.string() }).nullable(),
  transactionId: z.string().nullable(),
  flags: z.array(PaymentFlag),
  /** The amount in won that can be refunded; 0 while a refund is in progress. */
  refundableAmount: z.int(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** An event of a payment. Events are only added, never changed. */
export const PaymentEvent = z.object({
  at: z.number(),
  /** Kind of the event, such as `state`, `webhook`, `mismatch` or `refund`. */
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
    summary: 'Search payments by id, nickname or e-mail, newest first.',
    querystring: z.object({
      q: z.string().trim().max(100).default(''),
      view: z.enum(['all', 'flagged']).default('all'),
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: {
      200: z.object({
        payments: z.array(AdminPayment),
        flagged: z.int(),
        /** Number of rejected webhooks in the last thirty days. */
        rejectedWebhooks: z.int(),
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
    summary: 'Get a payment with its event history.',
    params: PaymentParams,
    response: { 200: AdminPaymentWithEvents },
  },
  problems: ['membership.payment_not_found'],
});

export const AdminRefund = z.object({
  /** The amount to refund in won. If the field is absent, the whole refundable amount is refunded. */
  amount: z.int().min(1).optional(),
  reason: LinesOfText.min(1, 'membership.refund_reason_missing').max(REFUND_REASON_MAXIMUM),
});
export type AdminRefund = z.infer<typeof AdminRefund>;

export const refundAsAdmin = endpoint({
  method: 'POST',
  url: '/api/admin/payments/:paymentId/refund',
  access: 'admin',
  idempotent: true,
  schema: {
    summary: 'Refund a payment in full or in part. Processed asynchronously; poll its state.',
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

export const markFlagsReviewed = endpoint({
  method: 'POST',
  url: '/api/admin/payments/:paymentId/settle',
  access: 'admin',
  schema: {
    summary: 'Mark the flag of a payment as reviewed.',
    params: PaymentParams,
    response: { 200: AdminPaymentWithEvents },
  },
  problems: ['membership.payment_not_found'],
});
