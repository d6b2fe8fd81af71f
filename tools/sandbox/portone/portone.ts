import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { SANDBOX_PORTONE } from '../addresses.mjs';
import { type Reply, send, type WireFault } from '../faults.ts';
import { sendJson, sendPage, serve } from '../http.ts';
import { testPage } from '../page.ts';
import { createSchedule } from './schedule.ts';
import { browserScript, checkoutPage, unreturnedPage, returnAddress, messagePage, won } from './checkout.ts';
import { consolePage } from './console-page.ts';
import {
  type BrowserAnswer,
  createPaymentOperations,
  type PaymentOperations,
  type Outcome,
  OUTCOMES,
} from './payment-operations.ts';
import { paidAttempt, type PaymentRequest } from './payments.ts';
import { NO_FAULTS, readSwitches, type Switches } from './switches.ts';
import { createWebhooks, type Webhook } from './webhooks.ts';

const CONSOLE_ACTIONS = ['cancel', 'confirm', 'refuse', 'dispute', 'resolve', 'resend'] as const;
export type ConsoleAction = (typeof CONSOLE_ACTIONS)[number];

/** A payment request. The fields that are not required here have defaults. */
export type PayRequest = Partial<PaymentRequest> & Pick<PaymentRequest, 'paymentId' | 'totalAmount'>;

export type Portone = {
  url: string;
  /** URL of the script that replaces https://cdn.portone.io/v2/browser-sdk.js. */
  scriptUrl: string;
  storeId: string;
  channelKeys: { card: string; kakaopay: string };
  apiSecret: string;
  webhookSecrets: readonly [string, string];
  /** Opens the payment window without a browser. Returns the id of the window, or the reason for a refusal. */
  open: (request: PayRequest) => ReturnType<PaymentOperations['open']>;
  /** Returns what the browser gets from `requestPayment`; null if the payment window never returns. */
  pay: (request: PayRequest, outcome?: Outcome) => Promise<Partial<BrowserAnswer> | null>;
  settle: PaymentOperations['settle'];
  console: (action: ConsoleAction, paymentId: string, amount?: number) => Promise<void>;
  /** Sets faults until they are changed. */
  set: (switches: Partial<Switches>) => void;
  /** Resets all faults; payments stay. */
  resetFaults: () => void;
  /**
   * Overrides fields that the API reports, for example with `{ currency: 'USD' }` or `{ storeId: … }`. If the argument
   * is null, nothing is overridden.
   */
  tamper: PaymentOperations['tamper'];
  /** Sends a webhook without an event of a payment. */
  announce: (
    message: { type: string; data: Record<string, unknown> },
    mode?: Switches['webhooks'],
  ) => Promise<void>;
  release: (order?: 'forwards' | 'backwards') => Promise<void>;
  /** Runs scheduled confirmations, cancellations and webhook retries now. */
  hurry: () => Promise<void>;
  /** Resolves when no webhook is in transit. */
  quiet: () => Promise<void>;
  webhooks: () => readonly Webhook[];
  /** Returns the requests to the REST API, oldest first, in the form "POST /payments/…/cancel". */
  requests: () => readonly string[];
  close: () => Promise<void>;
};

/**
 * PortOne V2 on this machine only: the script of the payment window, the REST API, webhooks, and a console at `/`.
 * Stories control it with `POST /sandbox/NAME`; NAME is `switches`, `reset-faults`, `console`, `hurry` or `state`. The
 * answer contains the whole state.
 *
 * @param webhookUrl if several products use this sandbox, a function that returns the address for the page's origin
 */
export async function startPortone({
  port,
  webhookUrl,
  now = Date.now,
}: {
  port: number;
  webhookUrl: string | null | ((pageOrigin: string | null) => string | null);
  now?: () => number;
}): Promise<Portone> {
  const { storeId, channelKeys, apiSecret, webhookSecrets } = SANDBOX_PORTONE;
  const switches: Switches = { ...NO_FAULTS };
  const scheduledRequests = createSchedule({ now });
  const webhooks = createWebhooks({ secrets: webhookSecrets, scheduledRequests, now });
  const addressOf = typeof webhookUrl === 'function' ? webhookUrl : () => webhookUrl;
  const operations = createPaymentOperations({
    storeId,
    channelKeys,
    switches,
    webhooks,
    scheduledRequests,
    now,
    webhookUrl: addressOf,
  });
  const requests: string[] = [];

  const { url, close } = await serve(port, handle);
  let loaded: ReturnType<typeof loadRest> | undefined;
  /** Loads the REST API and zod on the first request, because they take 10 MB. */
  const openRest = () => (loaded ??= loadRest());

  async function loadRest() {
    const { apiPartOf, createRest } = await import('./rest.ts');
    const rest = createRest({
      operations,
      switches,
      apiSecret,
      storeId,
      now,
      merchantId: 'merchant-00000000-0000-4000-8000-0000sandbox',
      url: () => url,
    });
    return { rest, apiPartOf };
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const body = await text(request);
    const page = (html: string) => sendPage(response, html);
    const [, room, id = ''] = pathname.split('/');
    if (pathname === '/') return page(consolePage(operations));
    if (pathname === '/v2/browser-sdk.js') return sendScript(response);
    if (pathname === '/checkout') return page(opening(query));
    if (room === 'checkout') return checkout({ request, response, page, query, id, body });
    if (room === 'receipts') return page(receipt(id));
    if (room === 'sandbox') return handleControl({ request, response, pathname, body });
    const { method = 'GET', headers } = request;
    requests.push(`${method} ${pathname}`);
    const { rest, apiPartOf } = await openRest();
    const fault = faultOf(apiPartOf(method, pathname));
    const neverArrived = NOT_EXECUTED[fault];
    if (neverArrived) return send({ request, response, reply: neverArrived, fault });
    const { after, ...reply } = rest({ method, path: pathname, query, headers, body });
    if (after === 'hangs') return;
    send({ request, response, reply, fault: after === 'cut' ? 'down' : fault });
  }

  function faultOf(apiPart: Switches['apiPart']): WireFault {
    const isMeant = switches.apiPart === 'every' || switches.apiPart === apiPart;
    return isMeant ? switches.api : 'none';
  }

  function sendScript(response: ServerResponse) {
    if (switches.script === 'missing') return void response.writeHead(503).end();
    response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .end(browserScript({ origin: url }));
  }

  /** Returns the page of a hidden frame. The page reports whether the payment window opens. */
  function opening(query: URLSearchParams): string {
    const origin = query.get('origin') ?? url;
    const answer = operations.open(JSON.parse(query.get('request') ?? '{}') as PaymentRequest, origin);
    return messagePage({ answer, origin });
  }

  function checkout({
    request,
    response,
    page,
    query,
    id,
    body,
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    page: (html: string) => void;
    query: URLSearchParams;
    id: string;
    body: string;
  }) {
    const attempt = operations.findAttempt(id)?.attempt;
    if (!attempt) return void response.writeHead(404).end();
    const address = `/checkout/${id}?${query.toString()}`;
    if (request.method !== 'POST') return page(checkoutPage({ attempt, address }));
    const outcome = OUTCOMES.find((one) => one === new URLSearchParams(body).get('outcome'));
    if (!outcome) return void response.writeHead(400).end();
    const answer = operations.settle(id, outcome);
    if (answer === null) return page(unreturnedPage());
    const { redirectUrl } = attempt.request;
    if (query.get('window') !== 'page' || !redirectUrl)
      return page(messagePage({ answer, origin: query.get('origin') ?? url }));
    response.writeHead(303, { location: returnAddress(redirectUrl, answer) }).end();
  }

  function receipt(transactionId: string): string {
    const attempt = operations.findAttempt(transactionId)?.attempt;
    const body = attempt
      ? `<h1>테스트 영수증</h1><p>${won(attempt.request)}</p>`
      : '<h1>없는 영수증이에요</h1>';
    return testPage({ title: '테스트 영수증', body });
  }

  async function handleControl({
    request,
    response,
    pathname,
    body,
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    pathname: string;
    body: string;
  }) {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const asked = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}');
    if (pathname === '/sandbox/switches') {
      const wanted = readSwitches(asked);
      if (!wanted) return sendJson(response, 400, { refused: asked });
      set(wanted);
    }
    if (pathname === '/sandbox/reset-faults') set(NO_FAULTS);
    if (pathname === '/sandbox/console')
      await atConsole(
        asked.action,
        asked.paymentId,
        asked.amount === undefined ? undefined : Number(asked.amount),
      );
    if (pathname === '/sandbox/hurry') await scheduledRequests.hurry();
    if (isForm) return void response.writeHead(303, { location: '/' }).end();
    sendJson(response, 200, {
      switches,
      payments: [...operations.payments.values()],
      webhooks: webhooks.sent(),
    });
  }

  const set = (wanted: Partial<Switches>) => void Object.assign(switches, wanted);

  const wholeOf = (request: PayRequest): PaymentRequest => ({
    storeId,
    orderName: '테스트 주문',
    currency: 'KRW',
    payMethod: 'CARD',
    channelKey: request.payMethod === 'EASY_PAY' ? channelKeys.kakaopay : channelKeys.card,
    ...request,
  });
  const open: Portone['open'] = (request) => operations.open(wholeOf(request), null);

  async function pay(request: PayRequest, outcome: Outcome = 'paid') {
    const opened = open(request);
    return 'txId' in opened
      ? operations.settle(opened.txId, outcome)
      : { paymentId: request.paymentId, ...opened };
  }

  async function atConsole(action: ConsoleAction, paymentId: string, amount?: number) {
    if (action === 'cancel') operations.cancel(paymentId, { reason: '콘솔에서 취소', amount }, 'CONSOLE');
    if (action === 'confirm' || action === 'refuse')
      await operations.endPending(paymentId, action === 'confirm');
    if (action === 'dispute' || action === 'resolve')
      await operations.dispute(paymentId, action === 'resolve');
    const latest = webhooks.sent().findLast((one) => one.paymentId === paymentId);
    if (action === 'resend' && latest) await webhooks.again(latest);
  }

  const announce: Portone['announce'] = (message, mode = 'normal') => {
    const known = operations.payments.get(String(message.data.paymentId));
    const address = addressOf((known && paidAttempt(known)?.pageOrigin) ?? null);
    return webhooks.announce({ ...message, urls: address === null ? [] : [address] }, mode);
  };

  return {
    url,
    storeId,
    channelKeys,
    apiSecret,
    webhookSecrets,
    open,
    pay,
    set,
    announce,
    scriptUrl: `${url}/v2/browser-sdk.js`,
    settle: operations.settle,
    console: atConsole,
    resetFaults: () => set(NO_FAULTS),
    tamper: operations.tamper,
    release: (order = 'forwards') => webhooks.release({ isBackwards: order === 'backwards' }),
    hurry: scheduledRequests.hurry,
    quiet: webhooks.quiet,
    webhooks: webhooks.sent,
    requests: () => requests,
    close: async () => {
      scheduledRequests.close();
      await close();
    },
  };
}

/** Returns an answer that is not JSON, like the answers of a gateway in front of the API. */
const gatewayPage = (status: number): Reply => ({
  status,
  body: `<html><h1>${status}</h1></html>`,
  type: 'text/html',
});

/**
 * The faults that prevent the request. With all other faults the request is executed, and only the answer is faulty.
 */
const NOT_EXECUTED: Partial<Record<WireFault, Reply>> = {
  down: gatewayPage(502),
  unavailable: gatewayPage(503),
  failing: gatewayPage(500),
};
