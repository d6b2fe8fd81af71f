import { randomBytes, randomUUID } from 'node:crypto';

/** The part of `PaymentRequest` of @portone/browser-sdk that a payment window needs. */
export type PaymentRequest = {
  storeId: string;
  channelKey?: string | undefined;
  paymentId: string;
  orderName: string;
  totalAmount: number;
  currency: string;
  payMethod: string;
  customer?: { customerId?: string; fullName?: string; email?: string; phoneNumber?: string } | undefined;
  customData?: unknown;
  redirectUrl?: string | undefined;
  forceRedirect?: boolean | undefined;
  noticeUrls?: string[] | undefined;
};

/** An attempt to pay. A payment can have several attempts, of which only one succeeds. */
export type Attempt = {
  transactionId: string;
  status: 'READY' | 'PAY_PENDING' | 'PAID' | 'FAILED';
  request: PaymentRequest;
  channelType: 'TEST' | 'LIVE';
  /** Origin of the page that opened the window. */
  pageOrigin: string | null;
  requestedAt: number;
  statusChangedAt: number;
  failure: Failure | null;
  pgTxId: string | null;
};
export type Failure = { reason: string; pgCode: string; pgMessage: string };

export type Cancellation = {
  status: 'REQUESTED' | 'SUCCEEDED' | 'FAILED';
  id: string;
  totalAmount: number;
  reason: string;
  requestedAt: number;
  cancelledAt: number | null;
  trigger: 'API' | 'CONSOLE';
};

export type Payment = {
  id: string;
  registered: { totalAmount: number | undefined; currency: string | undefined } | null;
  attempts: Attempt[];
  cancellations: Cancellation[];
  disputes: {
    status: 'UNRESOLVED' | 'RESOLVED';
    reason: string;
    createdAt: number;
    resolvedAt: number | null;
  }[];
  /** Fields that the API reports instead of the real ones, to test invalid answers. */
  tampered: Record<string, unknown> | null;
};

/** Returns the successful attempt, or the latest attempt if none has succeeded. */
export const shownAttempt = ({ attempts }: Payment): Attempt | undefined =>
  attempts.find(({ status }) => status === 'PAID') ?? attempts.at(-1);

export const paidAttempt = ({ attempts }: Payment): Attempt | undefined =>
  attempts.find(({ status }) => status === 'PAID');

const sum = (cancellations: readonly Cancellation[], statuses: readonly Cancellation['status'][]): number =>
  cancellations
    .filter(({ status }) => statuses.includes(status))
    .reduce((total, { totalAmount }) => total + totalAmount, 0);

export const cancelledOf = ({ cancellations }: Payment) => sum(cancellations, ['SUCCEEDED']);
/** Returns the sum of the refunds. Pending refunds are included. */
export const cancellationsOf = ({ cancellations }: Payment) => sum(cancellations, ['SUCCEEDED', 'REQUESTED']);

export function statusOf(payment: Payment, attempt: Attempt) {
  const cancelled = cancelledOf(payment);
  if (attempt.status !== 'PAID' || cancelled === 0) return attempt.status;
  return cancelled < attempt.request.totalAmount ? 'PARTIAL_CANCELLED' : 'CANCELLED';
}

/** Returns the time of the last state change of the payment, which can be a cancellation. */
export const changedAt = (payment: Payment, attempt: Attempt): number =>
  Math.max(attempt.statusChangedAt, ...payment.cancellations.map((one) => one.cancelledAt ?? 0));

/** Returns a time in the format of RFC 3339 with nanoseconds, which PortOne uses for most times. */
const time = (at: number) => new Date(at).toISOString().replace('Z', '000000Z');

/**
 * Returns a payment in the format of `GET /payments/{paymentId}`. The sandbox adds unknown fields, because a client
 * must ignore them.
 */
export function paymentBody({
  payment,
  attempt,
  url,
  merchantId,
}: {
  payment: Payment;
  attempt: Attempt;
  url: string;
  merchantId: string;
}): Record<string, unknown> {
  const { request } = attempt;
  const status = statusOf(payment, attempt);
  const cancelled = cancelledOf(payment);
  const changed = changedAt(payment, attempt);
  const isPaidState = attempt.status === 'PAID';
  return {
    status,
    id: payment.id,
    transactionId: attempt.transactionId,
    merchantId,
    storeId: request.storeId,
    ...(isPaidState && { method: methodBody(request) }),
    channel: {
      type: attempt.channelType,
      id: `channel-id-${request.channelKey}`,
      key: request.channelKey,
      name: '테스트 채널',
      pgProvider: request.payMethod === 'EASY_PAY' ? 'KAKAOPAY' : 'TOSSPAYMENTS',
      pgMerchantId: 'sandbox',
    },
    version: 'V2',
    requestedAt: time(attempt.requestedAt),
    updatedAt: time(changed),
    statusChangedAt: time(changed),
    orderName: request.orderName,
    amount: {
      total: request.totalAmount,
      discount: 0,
      paid: isPaidState ? request.totalAmount : 0,
      cancelled,
      fieldFromTheFuture: { ofAnyShape: [] },
    },
    currency: request.currency.replace(/^CURRENCY_/, ''),
    customer: customerBody(request.customer ?? {}),
    ...(request.customData !== undefined && { customData: JSON.stringify(request.customData) }),
    origin: { url: attempt.pageOrigin, platformType: 'PC' },
    ...(attempt.pgTxId !== null && { pgTxId: attempt.pgTxId }),
    ...(isPaidState && {
      paidAt: time(attempt.statusChangedAt),
      receiptUrl: `${url}/receipts/${attempt.transactionId}`,
      disputes: payment.disputes.map(({ createdAt, resolvedAt, ...dispute }) => ({
        ...dispute,
        createdAt: time(createdAt),
        ...(resolvedAt !== null && { resolvedAt: time(resolvedAt) }),
      })),
    }),
    ...(attempt.failure && { failedAt: time(attempt.statusChangedAt), failure: attempt.failure }),
    ...(payment.cancellations.length > 0 && { cancellations: payment.cancellations.map(cancellationBody) }),
    ...(cancelled > 0 && { cancelledAt: time(changed) }),
    fieldFromTheFuture: '모르는 필드는 무시해야 해요',
    ...payment.tampered,
  };
}

export const cancellationBody = ({ requestedAt, cancelledAt, ...cancellation }: Cancellation) => ({
  ...cancellation,
  pgCancellationId: `pg-${cancellation.id}`,
  requestedAt: time(requestedAt),
  ...(cancelledAt !== null && { cancelledAt: time(cancelledAt) }),
});

const customerBody = ({ customerId, fullName, ...rest }: NonNullable<PaymentRequest['customer']>) => ({
  ...(customerId !== undefined && { id: customerId }),
  ...(fullName !== undefined && { name: fullName }),
  ...rest,
});

const methodBody = ({ payMethod }: PaymentRequest) =>
  payMethod === 'EASY_PAY'
    ? {
        type: 'PaymentMethodEasyPay',
        provider: 'KAKAOPAY',
        easyPayMethod: { type: 'PaymentMethodEasyPayMethodCharge' },
      }
    : {
        type: 'PaymentMethodCard',
        card: {
          publisher: 'SHINHAN_CARD',
          issuer: 'SHINHAN_CARD',
          brand: 'LOCAL',
          type: 'CREDIT',
          ownerType: 'PERSONAL',
          bin: '123456',
          name: '테스트 카드',
          number: '123456******1234',
        },
        approvalNumber: '00000000',
        installment: { month: 0, isInterestFree: false },
        pointUsed: false,
      };

export const newTransactionId = () => randomUUID();
export const newPgTxId = () => `tsandbox${randomBytes(8).toString('hex')}`;
