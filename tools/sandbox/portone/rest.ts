import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Reply } from '../faults.ts';
import type { PaymentOperations } from './payment-operations.ts';
import { cancellationBody, changedAt, paymentBody } from './payments.ts';
import type { Switches } from './switches.ts';

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
  register: z.object({ totalAmount: amount.positive(), currency: z.string() }).partial(),
  cancel: z.object({
    reason: z.string().min(1),
    amount: amount.positive().optional(),
    currentCancellableAmount: amount.nonnegative().optional(),
  }),
  list: z.object({
    page: z.object({ number: amount.nonnegative(), size: amount.positive().max(1000) }),
    // The object is strict, so that an unsupported filter is an error. Otherwise it would be ignored silently.
    filter: z.strictObject({ storeId: z.string(), from: z.iso.datetime(), until: z.iso.datetime() }),
  }),
};

/**
 * The part of PortOne's REST API for one-time payments: look-up, list, pre-registration and
 * cancellation. Paths, shapes and refusals follow the published schema (@portone/server-sdk 0.19 and
 * developers.portone.io/api/rest-v2).
 */
export function createRest({
  operations,
  switches,
  apiSecret,
  storeId,
  merchantId,
  url,
  now,
}: {
  operations: PaymentOperations;
  switches: Switches;
  apiSecret: string;
  storeId: string;
  merchantId: string;
  url: () => string;
  now: () => number;
}) {
  /** The answers by idempotency key. */
  const kept = new Map<string, { what: string; at: number; reply: Reply }>();

  function answer(request: RestRequest): RestReply {
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
  function once(request: RestRequest, header: string): RestReply {
    if (!/^"[A-Za-z0-9_-]{16,256}"$/.test(header)) return refusal(400, 'INVALID_REQUEST', 'Idempotency-Key');
    const what = `${request.method} ${request.path} ${request.body}`;
    const known = kept.get(header);
    if (known && now() - known.at < KEY_KEPT_MS) {
      // PortOne refers to draft-ietf-httpapi-idempotency-key-header, which requires 422. The error
      // type is not published.
      return known.what === what ? known.reply : refusal(422, 'INVALID_REQUEST', 'Idempotency-Key');
    }
    const { after, ...reply } = route(request);
    kept.set(header, { what, at: now(), reply });
    return after ? { ...reply, after } : reply;
  }

  function route({ method, path, query, body }: RestRequest): RestReply {
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
    return refusal(404, 'NOT_FOUND');
  }

  const isOfAnotherStore = (asked: unknown) => {
    const named = (asked as { storeId?: unknown }).storeId;
    return named !== undefined && named !== storeId;
  };

  const bodyOf = (found: NonNullable<ReturnType<PaymentOperations['lookUp']>>) =>
    paymentBody({ ...found, url: url(), merchantId });

  function lookUp(paymentId: string, ofStore: string | null): Reply {
    if (ofStore !== null && ofStore !== storeId) return refusal(403, 'FORBIDDEN');
    const found = operations.lookUp(paymentId);
    return found ? { status: 200, body: bodyOf(found) } : refusal(404, 'PAYMENT_NOT_FOUND');
  }

  function list(text: string): Reply {
    const asked = shapes.list.safeParse(jsonOf(text));
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
    const { page, filter } = asked.data;
    if (filter.storeId !== storeId) return refusal(403, 'FORBIDDEN');
    const { number, size } = page;
    const found = [...operations.payments.keys()]
      .flatMap((id) => operations.lookUp(id) ?? [])
      .filter(({ payment, attempt }) => {
        const at = changedAt(payment, attempt);
        return Date.parse(filter.from) <= at && at < Date.parse(filter.until);
      });
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

  function cancel(paymentId: string, body: unknown): RestReply {
    const asked = shapes.cancel.safeParse(body);
    if (!asked.success) return refusal(400, 'INVALID_REQUEST', asked.error.message);
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

  return answer;
}

/** Returns the value of the switch `apiPart` that affects this request. */
export function apiPartOf(method: string, path: string): Switches['apiPart'] {
  if (path === '/payments') return 'list';
  const action = path.split('/')[3];
  if (action === 'pre-register' || action === 'cancel') return action;
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
