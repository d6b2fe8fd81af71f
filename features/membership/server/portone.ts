import { z } from 'zod';
import type { Settings } from '#server/config.ts';
import type { PayMethod } from '../membership.contract.ts';
import { MEMBERSHIP_PRICE } from '../membership.rules.ts';
import type { FetchedPayment } from '../payments.rules.ts';

/* This file uses PortOne's REST API V2 (api.portone.io; OpenAPI of developers.portone.io, 1.16.0). PortOne's own
   client is not used, because it sends no Idempotency-Key, has no timeout and fails on answers that are not JSON. */

/** Time limit of a request in milliseconds. PortOne recommends at least one minute. */
const TIMEOUT_MS = 60_000;

/** Error for a request whose result is unknown, because the request or its answer was lost. */
export class PortOneUnreachable extends Error {
  constructor(reason: string) {
    super(`PortOne cannot be reached: ${reason}`);
  }
}

export type PaymentSetup = {
  storeId: string;
  secret: string;
  webhookSecrets: string[];
  channels: Partial<Record<PayMethod, string>>;
  allowsTestChannel: boolean;
  sdkUrl: string;
};

/** Returns the settings of the payment service. Returns null if payment is not configured. */
export function paymentSetup(settings: Settings): PaymentSetup | null {
  const { PORTONE_STORE_ID: storeId, PORTONE_API_SECRET: secret, PORTONE_WEBHOOK_SECRET } = settings;
  const { PORTONE_CHANNEL_KEY: card, PORTONE_KAKAOPAY_CHANNEL_KEY: kakaoPay } = settings;
  if (!storeId || !secret || !PORTONE_WEBHOOK_SECRET || !(card || kakaoPay)) return null;
  return {
    storeId,
    secret,
    webhookSecrets: PORTONE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
    channels: { ...(card && { CARD: card }), ...(kakaoPay && { EASY_PAY: kakaoPay }) },
    allowsTestChannel: settings.PORTONE_TEST_CHANNELS
      ? settings.PORTONE_TEST_CHANNELS === 'allowed'
      : settings.NODE_ENV !== 'production',
    sdkUrl: settings.PORTONE_BROWSER_SDK_URL,
  };
}

export type PortOne = ReturnType<typeof createPortOne>;

/** A request that PortOne refused. `refused` is the `type` in PortOne's answer. */
type Refusal = { refused: string };

export function createPortOne({
  setup: { storeId, secret },
  apiUrl,
}: {
  setup: PaymentSetup;
  apiUrl: string;
}) {
  const ask = requestsTo({ apiUrl, secret });

  return {
    /**
     * Fetches a payment. Returns null if PortOne does not know the payment (yet).
     * @throws PortOneUnreachable
     */
    async payment(paymentId: string, signal?: AbortSignal): Promise<FetchedPayment | null> {
      const path = `/payments/${encodeURIComponent(paymentId)}?storeId=${encodeURIComponent(storeId)}`;
      const answer = await ask({ path, ...(signal && { signal }) });
      if (answer.ok) return parsePayment(answer.body);
      const type = typeOf(answer);
      if (type === 'PAYMENT_NOT_FOUND') return null;
      throw new PortOneUnreachable(`responded with ${answer.status} ${type}`);
    },

    /**
     * Registers the price of an order with PortOne, so that a browser cannot change the price. The request has no
     * Idempotency-Key, because a replayed answer would hide that the order has been paid in the meantime.
     * @throws PortOneUnreachable
     */
    async preRegister({ paymentId, amount }: { paymentId: string; amount: number }): Promise<true | Refusal> {
      const answer = await ask({
        path: `/payments/${encodeURIComponent(paymentId)}/pre-register`,
        body: { storeId, totalAmount: amount, currency: MEMBERSHIP_PRICE.currency },
      });
      return answer.ok || { refused: typeOf(answer) };
    },

    /**
     * Requests a refund.
     * @param amount of this refund in won
     * @param cancellable amount in won that could be refunded before this refund
     * @param attempt part of the idempotency key, so that a repeated attempt is executed once
     * @throws PortOneUnreachable
     */
    async cancel({
      paymentId,
      amount,
      cancellable,
      attempt,
      reason,
      requester,
    }: {
      paymentId: string;
      amount: number;
      cancellable: number;
      attempt: number;
      reason: string;
      requester: 'CUSTOMER' | 'ADMIN';
    }): Promise<{ id: string | null; status: string } | Refusal> {
      const answer = await ask({
        path: `/payments/${encodeURIComponent(paymentId)}/cancel`,
        body: { storeId, amount, currentCancellableAmount: cancellable, reason, requester },
        idempotencyKey: `refund-${paymentId}-${attempt}`,
      });
      if (!answer.ok) return { refused: typeOf(answer) };
      const read = Cancelled.safeParse(answer.body);
      if (!read.success) throw new PortOneUnreachable('invalid response');
      return read.data.cancellation;
    },

    /**
     * Yields the payments of the store whose state changed between two timestamps.
     * @throws PortOneUnreachable
     */
    async *payments({ from, until }: { from: Date; until: Date }): AsyncGenerator<FetchedPayment> {
      for (let number = 0; ; number += 1) {
        const wanted = {
          page: { number, size: LIST_PAGE },
          filter: { storeId, from: from.toISOString(), until: until.toISOString() },
        };
        const path = `/payments?requestBody=${encodeURIComponent(JSON.stringify(wanted))}`;
        const answer = await ask({ path });
        if (!answer.ok) throw new PortOneUnreachable(`responded with ${answer.status} ${typeOf(answer)}`);
        const read = Listed.safeParse(answer.body);
        if (!read.success) throw new PortOneUnreachable('invalid response');
        for (const item of read.data.items) yield parsePayment(item);
        if (read.data.items.length === 0 || read.data.page.totalCount <= (number + 1) * LIST_PAGE) return;
      }
    },
  };
}

type Answer = { ok: boolean; status: number; body: unknown };

/** Returns a function that sends a request. @throws PortOneUnreachable */
function requestsTo({ apiUrl, secret }: { apiUrl: string; secret: string }) {
  return async ({
    path,
    body,
    idempotencyKey,
    signal,
  }: {
    path: string;
    body?: object;
    idempotencyKey?: string;
    signal?: AbortSignal;
  }): Promise<Answer> => {
    try {
      const answer = await fetch(new URL(path, apiUrl), {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `PortOne ${secret}`,
          ...(body && { 'content-type': 'application/json' }),
          // The value of this header is a string of RFC 8941 (structured headers). Such a string includes its double
          // quotes.
          ...(idempotencyKey && { 'idempotency-key': `"${idempotencyKey}"` }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
      });
      const text = await answer.text();
      return { ok: answer.ok, status: answer.status, body: jsonOf(text) };
    } catch (error) {
      throw new PortOneUnreachable(reasonOf(error));
    }
  };
}

/**
 * Returns the `type` of a refusal. If an answer has no type, such as a gateway's error page, PortOne counts as
 * unreachable.
 */
const typeOf = ({ status, body }: Answer): string => {
  const said = RejectedResponse.safeParse(body);
  if (!said.success) throw new PortOneUnreachable(`responded with ${status}`);
  return said.data.type;
};

const LIST_PAGE = 100;

const RejectedResponse = z.object({ type: z.string() });
const Cancellation = z.object({ id: z.string().nullish().transform(nullIfInvalid), status: z.string() });
const Cancelled = z.object({ cancellation: Cancellation });
const Listed = z.object({ items: z.array(z.unknown()), page: z.object({ totalCount: z.number() }) });

/** The payment in an answer of PortOne. Most fields are optional, because they depend on the status. */
const PaymentResponse = z.object({
  id: z.string(),
  status: z.string(),
  storeId: text(),
  version: text(),
  channel: z.object({ type: text() }).nullish(),
  currency: text(),
  amount: z
    .object({ total: z.int(), discount: z.int().default(0), paid: z.int(), cancelled: z.int().default(0) })
    .nullish()
    .transform(nullIfInvalid),
  transactionId: text(),
  paidAt: text(),
  method: z
    .looseObject({
      provider: text(),
      card: z.object({ name: text(), publisher: text(), brand: text() }).nullish(),
    })
    .nullish(),
  receiptUrl: text(),
  cancellations: z.array(Cancellation).nullish(),
});

function text() {
  return z.string().nullish().transform(nullIfInvalid);
}

function nullIfInvalid<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

/** Parses a payment. @throws PortOneUnreachable for an invalid payload, so that no decision is based on this payload */
function parsePayment(body: unknown): FetchedPayment {
  const read = PaymentResponse.safeParse(body);
  if (!read.success) throw new PortOneUnreachable('invalid response');
  const { channel, paidAt, method, receiptUrl, cancellations, ...rest } = read.data;
  return {
    ...rest,
    channelType: channel?.type ?? null,
    paidAt: paidAt === null ? null : Date.parse(paidAt) || null,
    methodName: method?.card?.name ?? method?.provider ?? method?.card?.publisher ?? null,
    // URLs with other schemes are refused, because the URL becomes a link on a page.
    receiptUrl: receiptUrl?.startsWith('https://') || receiptUrl?.startsWith('http://') ? receiptUrl : null,
    cancellations: cancellations ?? [],
  };
}

/**
 * Returns the reason of a failed request, such as ECONNREFUSED or TimeoutError. The message of `fetch` contains no
 * reason.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
