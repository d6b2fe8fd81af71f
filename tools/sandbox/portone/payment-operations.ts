import { randomUUID } from 'node:crypto';
import type { Schedule } from './schedule.ts';
import {
  type Attempt,
  type Cancellation,
  cancelledOf,
  type Failure,
  newPgTxId,
  newTransactionId,
  paidAttempt,
  type Payment,
  type PaymentRequest,
  shownAttempt,
  statusOf,
  cancellationsOf,
} from './payments.ts';
import type { Switches } from './switches.ts';
import type { createWebhooks } from './webhooks.ts';

/** Results of the payment window. With `unreturned`, the payment succeeds but the window never returns. */
export const OUTCOMES = ['paid', 'failed', 'cancelled', 'closed', 'unreturned', 'pending'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Result of `requestPayment`. A result without `code` means success. */
export type BrowserAnswer = {
  transactionType: 'PAYMENT';
  txId: string;
  paymentId: string;
  code?: string;
  message?: string;
  pgCode?: string;
  pgMessage?: string;
};

export type CancelRequest = {
  reason: string;
  amount?: number | undefined;
  currentCancellableAmount?: number | undefined;
};

/** Time from REQUESTED to the end of a cancellation. */
const CANCEL_MS = 10_000;

const FAILURES: Record<'failed' | 'cancelled', Failure> = {
  failed: { reason: '카드 한도 초과', pgCode: 'EXCEED_MAX_AMOUNT', pgMessage: '카드 한도를 넘었습니다.' },
  cancelled: {
    reason: '사용자가 결제를 취소하였습니다',
    pgCode: 'PAY_PROCESS_CANCELED',
    pgMessage: '사용자가 결제를 취소하였습니다',
  },
};

export type PaymentOperations = ReturnType<typeof createPaymentOperations>;

export function createPaymentOperations({
  storeId,
  channelKeys,
  switches,
  webhooks,
  scheduledRequests,
  now,
  webhookUrl,
}: {
  storeId: string;
  /** The card channel also accepts KakaoPay. */
  channelKeys: { card: string; kakaopay: string };
  switches: Switches;
  webhooks: ReturnType<typeof createWebhooks>;
  scheduledRequests: Schedule;
  now: () => number;
  webhookUrl: (pageOrigin: string | null) => string | null;
}) {
  const payments = new Map<string, Payment>();

  const paymentOf = (id: string): Payment => {
    const known = payments.get(id);
    if (known) return known;
    const payment: Payment = {
      id,
      registered: null,
      attempts: [],
      cancellations: [],
      disputes: [],
      tampered: null,
    };
    payments.set(id, payment);
    return payment;
  };

  function findAttempt(transactionId: string): { payment: Payment; attempt: Attempt } | null {
    for (const payment of payments.values()) {
      const attempt = payment.attempts.find((one) => one.transactionId === transactionId);
      if (attempt) return { payment, attempt };
    }
    return null;
  }

  const announce = ({
    payment,
    attempt,
    event,
    more = {},
  }: {
    payment: Payment;
    attempt: Attempt;
    event: string;
    more?: Record<string, unknown>;
  }) => {
    const { request, transactionId, pageOrigin } = attempt;
    const address = webhookUrl(pageOrigin);
    const data = { paymentId: payment.id, storeId: request.storeId, transactionId, ...more };
    const urls = request.noticeUrls?.length ? request.noticeUrls : address === null ? [] : [address];
    const message = { type: `Transaction.${event}`, data, paymentStatus: statusOf(payment, attempt), urls };
    return webhooks.announce(message, switches.webhooks);
  };

  function change(attempt: Attempt, status: Attempt['status']) {
    attempt.status = status;
    attempt.statusChangedAt = now();
  }

  async function confirm({ payment, attempt }: { payment: Payment; attempt: Attempt }): Promise<void> {
    const isOpen = attempt.status === 'READY' || attempt.status === 'PAY_PENDING';
    if (!isOpen || paidAttempt(payment)) return;
    change(attempt, 'PAID');
    await announce({ payment, attempt, event: 'Paid' });
  }

  async function fail({
    payment,
    attempt,
    failure,
  }: {
    payment: Payment;
    attempt: Attempt;
    failure: Failure;
  }) {
    attempt.failure = failure;
    change(attempt, 'FAILED');
    await announce({ payment, attempt, event: 'Failed' });
  }

  /** Returns the reason why the payment window does not open; null if it opens. */
  function refusalOf(request: PaymentRequest): { code: string; message: string } | null {
    const apiError = (code: string, message: string) => ({ code, message });
    const isWhole =
      typeof request.paymentId === 'string' &&
      request.paymentId !== '' &&
      typeof request.orderName === 'string' &&
      Number.isInteger(request.totalAmount) &&
      request.totalAmount > 0 &&
      typeof request.currency === 'string' &&
      typeof request.payMethod === 'string';
    if (!isWhole) return apiError('BadRequest', '요청이 올바르지 않습니다.');
    if (request.storeId !== storeId) return apiError('StoreNotFound', '상점 정보를 찾을 수 없습니다.');
    const isOfKakaopay = request.channelKey === channelKeys.kakaopay;
    if (!isOfKakaopay && request.channelKey !== channelKeys.card)
      return apiError('ChannelNotFound', '채널 정보를 찾을 수 없습니다.');
    if (isOfKakaopay && request.payMethod !== 'EASY_PAY')
      return apiError('PGProviderError', '카카오페이 채널은 간편결제만 지원합니다.');
    const payment = payments.get(request.paymentId);
    if (!payment) return null;
    if (paidAttempt(payment)) return apiError('PaymentAlreadyPaid', '이미 결제가 완료된 결제 건입니다.');
    if (payment.attempts.some(({ status }) => status === 'PAY_PENDING'))
      return apiError('InvalidEntityState', '승인을 기다리는 결제 건입니다.');
    const { totalAmount = request.totalAmount, currency = request.currency } = payment.registered ?? {};
    const isAsRegistered =
      totalAmount === request.totalAmount && currency === request.currency.replace(/^CURRENCY_/, '');
    if (payment.registered && !isAsRegistered)
      return apiError('AmountNotEqualToPredefined', '사전에 등록된 결제 금액과 다릅니다.');
    return null;
  }

  async function endCancellation({
    payment,
    attempt,
    cancellation,
  }: {
    payment: Payment;
    attempt: Attempt;
    cancellation: Cancellation;
  }) {
    if (cancellation.status !== 'REQUESTED') return;
    const ends = switches.cancel === 'requested_then_failed' ? 'FAILED' : 'SUCCEEDED';
    cancellation.status = ends;
    if (ends === 'FAILED') return;
    cancellation.cancelledAt = now();
    const event = statusOf(payment, attempt) === 'CANCELLED' ? 'Cancelled' : 'PartialCancelled';
    await announce({ payment, attempt, event, more: { cancellationId: cancellation.id } });
  }

  return {
    payments,
    refusalOf,
    findAttempt,

    /** Returns the payment; null if it does not exist or has no attempt. */
    lookUp: (id: string) => {
      const payment = payments.get(id);
      const attempt = payment && shownAttempt(payment);
      return payment && attempt ? { payment, attempt } : null;
    },

    register: (id: string, registered: NonNullable<Payment['registered']>): 'registered' | 'ALREADY_PAID' => {
      const payment = paymentOf(id);
      if (paidAttempt(payment)) return 'ALREADY_PAID';
      payment.registered = registered;
      return 'registered';
    },

    open: (request: PaymentRequest, pageOrigin: string | null) => {
      const refusal = refusalOf(request);
      if (refusal) return refusal;
      const payment = paymentOf(request.paymentId);
      const attempt: Attempt = {
        transactionId: newTransactionId(),
        status: 'READY',
        request,
        channelType: switches.channelType,
        pageOrigin,
        requestedAt: now(),
        statusChangedAt: now(),
        failure: null,
        pgTxId: null,
      };
      payment.attempts.push(attempt);
      void announce({ payment, attempt, event: 'Ready' });
      return { txId: attempt.transactionId };
    },

    /**
     * Ends the attempt and returns the result of `requestPayment` in the browser; null if `requestPayment` never
     * returns.
     */
    settle: (transactionId: string, outcome: Outcome): BrowserAnswer | null => {
      const found = findAttempt(transactionId);
      if (!found) throw new Error('No such payment window.');
      const { payment, attempt } = found;
      const answer = { transactionType: 'PAYMENT', txId: transactionId, paymentId: payment.id } as const;
      // The payment may already have been made in another window.
      const refusal = attempt.status === 'READY' ? refusalOf(attempt.request) : null;
      if (refusal) return { ...answer, ...refusal };
      if (attempt.status !== 'READY') return answer;
      if (outcome === 'closed')
        return { ...answer, code: 'PGProviderError', message: '결제창이 닫혔습니다.' };
      if (outcome === 'failed' || outcome === 'cancelled') {
        const failure = FAILURES[outcome];
        void fail({ payment, attempt, failure });
        const { pgCode, pgMessage } = failure;
        return { ...answer, code: 'PGProviderError', message: pgMessage, pgCode, pgMessage };
      }
      attempt.pgTxId = newPgTxId();
      if (outcome === 'pending') {
        change(attempt, 'PAY_PENDING');
        void announce({ payment, attempt, event: 'PayPending' });
        if (switches.pendingMs !== null)
          scheduledRequests.after(switches.pendingMs, () => confirm({ payment, attempt }));
        return answer;
      }
      void confirm({ payment, attempt });
      return outcome === 'unreturned' ? null : answer;
    },

    endPending: async (id: string, isPaid: boolean) => {
      const payment = payments.get(id);
      const attempt = payment?.attempts.find(({ status }) => status === 'PAY_PENDING');
      if (!payment || !attempt) return;
      if (isPaid) await confirm({ payment, attempt });
      else await fail({ payment, attempt, failure: FAILURES.failed });
    },

    /** @returns the cancellation, or the type of the refusal */
    cancel: (
      id: string,
      { amount, currentCancellableAmount, reason }: CancelRequest,
      trigger: Cancellation['trigger'],
    ): Cancellation | string => {
      const payment = payments.get(id);
      const attempt = payment && paidAttempt(payment);
      if (!payment || payment.attempts.length === 0) return 'PAYMENT_NOT_FOUND';
      if (!attempt) return 'PAYMENT_NOT_PAID';
      const paid = attempt.request.totalAmount;
      const left = paid - cancellationsOf(payment);
      if (cancelledOf(payment) === paid) return 'PAYMENT_ALREADY_CANCELLED';
      if (currentCancellableAmount !== undefined && currentCancellableAmount !== left)
        return 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN';
      const total = amount ?? left;
      if (total > left || left === 0) return 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT';
      const cancellation: Cancellation = {
        status: 'REQUESTED',
        id: randomUUID(),
        totalAmount: total,
        reason,
        requestedAt: now(),
        cancelledAt: null,
        trigger,
      };
      payment.cancellations.push(cancellation);
      const end = () => endCancellation({ payment, attempt, cancellation });
      if (trigger === 'API' && switches.cancel.startsWith('requested')) {
        const more = { cancellationId: cancellation.id };
        void announce({ payment, attempt, event: 'CancelPending', more });
        scheduledRequests.after(CANCEL_MS, end);
      } else void end();
      return cancellation;
    },

    dispute: async (id: string, isResolved: boolean) => {
      const payment = payments.get(id);
      const attempt = payment && paidAttempt(payment);
      if (!payment || !attempt) return;
      const open = payment.disputes.find(({ status }) => status === 'UNRESOLVED');
      if (isResolved && open) Object.assign(open, { status: 'RESOLVED', resolvedAt: now() });
      if (!isResolved)
        payment.disputes.push({
          status: 'UNRESOLVED',
          reason: '카드 소유자가 결제를 모른다고 해요',
          createdAt: now(),
          resolvedAt: null,
        });
      await announce({ payment, attempt, event: isResolved ? 'DisputeResolved' : 'DisputeCreated' });
    },

    /** Overrides fields that the API reports for a payment. If `tampered` is null, nothing is overridden. */
    tamper: (id: string, tampered: Record<string, unknown> | null) => {
      paymentOf(id).tampered = tampered;
    },
  };
}
