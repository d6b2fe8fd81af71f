import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Reply } from '../faults.ts';
import type { PaymentOperations } from './payment-operations.ts';
import { cancellationBody, changedAt, paymentBody, statusOf } from './payments.ts';
import { CANCEL_REFUSALS, type Switches } from './switches.ts';
import { type createWebhooks, webhookBody } from './webhooks.ts';

export type RestRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /**
   * The body of the request. It is read for any content type, because PortOne's server SDK sends JSON as text/plain.
   */
  body: string;
};
/** An answer of the API. `after` states what happens to the connection after the answer. */
export type RestReply = Reply & { after?: 'hangs' | 'cut' };

const KEY_KEPT_MS = 3 * 60 * 60 * 1000;
const amount = z.number().int();
const shapes = {
  register: z
    .object({ totalAmount: amount.positive(), currency: z.string(), taxFreeAmount: amount })
    .partial(),
  cancel: z.object({
    reason: z.string().min(1),
    amount: amount.positive().optional(),
    taxFreeAmount: amount.nonnegative().optional(),
    vatAmount: amount.nonnegative().optional(),
    currentCancellableAmount: amount.nonnegative().optional(),
    requester: z.enum(['CUSTOMER', 'ADMIN']).optional(),
    skipWebhook: z.boolean().optional(),
  }),
  resend: z.object({ webhookId: z.string() }).partial(),
  list: z.object({
    page: z
      .object({ number: amount.nonnegative(), size: amount.positive().max(1000) })
      .partial()
      .optional(),
    // The object is strict, so that an unsupported filter is an error. Otherwise it would be ignored silently.
    filter: z
      .strictObject({
        storeId: z.string(),
        status: z.array(z.string()),
        isTest: z.boolean(),
        version: z.enum(['V1', 'V2']),
        timestampType: z.enum(['CREATED_AT', 'STATUS_CHANGED_AT']),
        from: z.iso.datetime({ offset: true }),
        until: z.iso.datetime({ offset: true }),
        sortBy: z.enum(['REQUESTED_AT', 'STATUS_CHANGED_AT']),
        sortOrder: z.enum(['ASC', 'DESC']),
      })
      .partial()
      .optional(),
  }),
};

/**
 * The part of PortOne's REST API for one-time payments: look-up, list, pre-registration, cancellation and
 * webhook resend. Paths, shapes and refusals follow the published schema (@portone/server-sdk 0.19 and
 * developers.portone.io/api/rest-v2).
 */
export function createRest({
  operations,
  webhooks,
  switches,
  apiSecret,
  storeId,
  merchantId,
  url,
  now,
  switchedBack,
}: {
  operations: PaymentOperations;
  webhooks: ReturnType<typeof createWebhooks>;
  switches: Switches;
  apiSecret: string;
  storeId: string;
  merchantId: string;
  url: () => string;
  now: () => number;
  /** Resolves when a cancellation may proceed. */
  switchedBack: () => Promise<void>;
}) {
  /** The answers by idempotency key. The reply is null while the request is in progress. */
  const kept = new Map<string, { what: string; at: number; reply: Reply | null }>();

  async function answer(request: RestRequest): Promise<RestReply> {
    const { authorization = '' } = request.headers;
    if (!authorization.startsWith('PortOne ')) return refusal(401, 'UNAUTHORIZED');
    if (authorization.slice('PortOne '.length) !== apiSecret) return refusal(401, 'UNAUTHORIZED');
    const header = request.headers['idempotency-key'];
    return header === undefined || request.method === 'GET' ? route(request) : once(request, String(header));
  }

  /**
   * Executes a request once for each idempotency key. For three hours, a repeat with the same key gets the first
   * answer.
   */
  async function once(request: RestRequest, header: string): Promise<RestReply> {
    if (!/^"[A-Za-z0-9_-]{16,256}"$/.test(header)) return refusal(400, 'INVALID_REQUEST', 'Idempotency-Key');
    const what = `${request.method} ${request.path} ${request.body}`;
    const known = kept.get(header);
    if (known && now() - known.at < KEY_KEPT_MS) {
      if (!known.reply) return refusal(409, 'IDEMPOTENCY_OUTSTANDING_REQUEST');
      // PortOne refers to draft-ietf-httpapi-idempotency-key-header, which requires 422. The error
      // type is not published.
      return known.what === what ? known.reply : refusal(422, 'INVALID_REQUEST', 'Idempotency-Key');
    }
    const entry: { what: string; at: number; reply: Reply | null } = { what, at: now(), reply: null };
    kept.set(header, entry);
    const { after, ...reply } = await route(request);
    entry.reply = reply;
    return after ? { ...reply, after } : reply;
  }

  async function route({ method, path, query, body }: RestRequest): Promise<RestReply> {
    const [, id = '', action = ''] = /^\/payments\/([^/]+)(?:\/([a-z-]+))?$/.exec(path) ?? [];
    if (method === 'GET' && path === '/payments') return list(query.get('requestBody') || body || '{}');
    const paymentId = decoded(id);
    if (method === 'GET' && paymentId && !action) return lookUp(paymentId, query.get('storeId'));
    const isPost = method === 'POST' && paymentId !== '';
    const asked = isPost ? jsonOf(body) : null;
    if (isPost && asked === null) return refusal(400, 'INVALID_REQUEST');
    if (isPost && isOfAnotherStore(asked)) return refusal(403, 'FORBIDDEN');
    if (isPost && action === 'pre-register') return register(paymentId, asked);
    if (isPost && action === 'cancel') return cancel(paymentId, asked);
    if (isPost && action === 'resend-webhook') return resend(paymentId, asked);
    return refusal(404, 'NOT_FOUND');
  }

  const isOfAnotherStore = (asked: unknown) => {
    const named = (asked as { storeId?: unknown }).storeId;
    return named !== undefined && named !== storeId;
  };

  const bodyOf = (found: NonNullable<ReturnType<PaymentOperations['lookUp']>>) => {
    const messages = webhooks.sent().filter(({ paymentId }) => paymentId === found.payment.id);
    return paymentBody({ ...found, url: url(), merchantId, webhooks: messages.map(webhookBody) });
  };

  function lookUp(paymentId: string, ofStore: string | null): Reply {
    if (ofStore !== null && ofStore !== storeId) return refusal(403, 'FORBIDDEN');
    const found = operations.lookUp(paymentId);
    return found ? { status: 200, body: bodyOf(found) } : refusal(404, 'PAYMENT_NOT_FOUND');
  }

  function list(text: string): Reply {
    const asked = shapes.list.safeParse(jsonOf(text));
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
    const { page: { number = 0, size = 10 } = {}, filter = {} } = asked.data;
    if (filter.storeId !== undefined && filter.storeId !== storeId) return refusal(403, 'FORBIDDEN');
    // In the filter, PENDING stands for the payment status PAY_PENDING.
    const statuses = filter.status?.map((status) => (status === 'PENDING' ? 'PAY_PENDING' : status));
    type Found = NonNullable<ReturnType<PaymentOperations['lookUp']>>;
    const timeOf = (name: 'REQUESTED_AT' | 'STATUS_CHANGED_AT', { payment, attempt }: Found) =>
      name === 'REQUESTED_AT' ? attempt.requestedAt : changedAt(payment, attempt);
    const limitedBy = filter.timestampType === 'CREATED_AT' ? 'REQUESTED_AT' : 'STATUS_CHANGED_AT';
    const { sortBy = 'REQUESTED_AT' } = filter;
    const direction = filter.sortOrder === 'ASC' ? 1 : -1;
    const found = [...operations.payments.keys()]
      .flatMap((id) => operations.lookUp(id) ?? [])
      .filter(({ payment, attempt }) => !statuses || statuses.includes(statusOf(payment, attempt)))
      .filter(
        ({ attempt }) => filter.isTest === undefined || filter.isTest === (attempt.channelType === 'TEST'),
      )
      .filter(() => filter.version !== 'V1')
      .filter((one) => !filter.from || Date.parse(filter.from) <= timeOf(limitedBy, one))
      .filter((one) => !filter.until || timeOf(limitedBy, one) < Date.parse(filter.until))
      .sort((a, b) => direction * (timeOf(sortBy, a) - timeOf(sortBy, b)));
    const items = found.slice(number * size, (number + 1) * size).map(bodyOf);
    return { status: 200, body: { items, page: { number, size, totalCount: found.length } } };
  }

  function register(paymentId: string, body: unknown): Reply {
    const asked = shapes.register.safeParse(body);
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
    const { totalAmount, currency } = asked.data;
    const isDone = operations.register(paymentId, { totalAmount, currency }) === 'registered';
    return isDone ? { status: 200, body: {} } : refusal(409, 'ALREADY_PAID');
  }

  async function cancel(paymentId: string, body: unknown): Promise<RestReply> {
    const asked = shapes.cancel.safeParse(body);
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
    if (switches.cancel === 'waits') await switchedBack();
    const forced = CANCEL_REFUSALS.find((type) => type === switches.cancel);
    if (forced) return refusal(409, forced);
    const isRejectedByPg = switches.cancel === 'pg_error' && operations.lookUp(paymentId);
    if (isRejectedByPg)
      return {
        status: 502,
        body: {
          type: 'PG_PROVIDER',
          message: 'PG사에서 오류를 전달했습니다.',
          pgCode: 'NOT_CANCELABLE_PAYMENT',
          pgMessage: '지금은 취소할 수 없는 결제입니다.',
        },
      };
    const cancelled = operations.cancel(paymentId, asked.data, 'API');
    if (typeof cancelled === 'string')
      return refusal(cancelled === 'PAYMENT_NOT_FOUND' ? 404 : 409, cancelled);
    const reply = { status: 200, body: { cancellation: cancellationBody(cancelled) } };
    const isLost = switches.cancel === 'hangs' || switches.cancel === 'cut';
    return isLost ? { ...reply, after: switches.cancel as 'hangs' | 'cut' } : reply;
  }

  async function resend(paymentId: string, body: unknown): Promise<Reply> {
    const asked = shapes.resend.safeParse(body);
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
    if (!operations.lookUp(paymentId)) return refusal(404, 'PAYMENT_NOT_FOUND');
    const messages = webhooks.sent().filter((one) => one.paymentId === paymentId);
    const { webhookId } = asked.data;
    const webhook = webhookId ? messages.find(({ id }) => id === webhookId) : messages.at(-1);
    if (!webhook) return refusal(404, 'WEBHOOK_NOT_FOUND');
    await webhooks.again(webhook);
    return { status: 200, body: { webhook: webhookBody(webhook) } };
  }

  return answer;
}

/** Returns the value of the switch `apiPart` that affects this request. */
export function apiPartOf(method: string, path: string): Switches['apiPart'] {
  if (path === '/payments') return 'list';
  const action = path.split('/')[3];
  if (action === 'pre-register' || action === 'cancel' || action === 'resend-webhook') return action;
  return method === 'GET' ? 'lookup' : 'every';
}

const refusal = (status: number, type: string, message = `${type} (sandbox)`): Reply => ({
  status,
  body: { type, message },
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Returns the JSON object; null if the text is not a JSON object. */
function jsonOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
