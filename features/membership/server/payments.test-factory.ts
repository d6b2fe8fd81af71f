import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { Settings } from '#server/config.ts';
import type { Database, OpenedDatabase } from '#server/database/database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import type { Mail } from '#server/mail/mail-transports.ts';
import { type Portone, startPortone } from '../../../tools/sandbox/portone/portone.ts';
import type {
  AdminPayment,
  Payment,
  PaymentEvent,
  PaymentFlag,
  PaymentRequest,
} from '../membership.contract.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** The product and a sandbox of PortOne, both over real HTTP. */
export type PaymentTestApp = TestApp & {
  portone: Portone;
  webhookUrl: string;
  close: () => Promise<void>;
};

export type Payer = TestMember & {
  order: (body?: object) => Promise<{ status: number; body: PaymentRequest & { code?: string } }>;
  /** Pays an order. PortOne sends the webhook, but the browser does not return from the payment window. */
  pay: (body?: object) => Promise<string>;
  payAndReturn: (body?: object) => Promise<string>;
  processReturn: (paymentId: string) => Promise<{ status: number; state: string; tier: string }>;
  refund: (paymentId: string, key?: string) => Promise<{ status: number; code?: string }>;
  payments: () => Promise<Payment[]>;
  paymentsPage: (query: string) => Promise<{ payments: Payment[]; nextCursor: string | null }>;
  /** Returns the mails to this payer. @param words in the subject */
  mails: (words: string) => Mail[];
  /** Returns the end of the membership in milliseconds; null if there is none. */
  end: () => Promise<number | null>;
  leave: () => Promise<void>;
};

export const settingsFor = (portone: Portone): Partial<Settings> => ({
  PORTONE_API_URL: portone.url,
  PORTONE_BROWSER_SDK_URL: portone.scriptUrl,
  PORTONE_STORE_ID: portone.storeId,
  PORTONE_CHANNEL_KEY: portone.channelKeys.card,
  PORTONE_KAKAOPAY_CHANNEL_KEY: portone.channelKeys.kakaopay,
  PORTONE_API_SECRET: portone.apiSecret,
  PORTONE_WEBHOOK_SECRET: portone.webhookSecrets.join(','),
  REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000,
  REQUESTS_PER_MINUTE_BY_ACCOUNT: 1_000_000,
});

export async function openPaymentTestApp({
  settings = {},
  opened,
}: {
  settings?: Partial<Settings>;
  /** The database to use. If the field is absent, a new database is created. */
  opened?: Pick<OpenedDatabase, 'database' | 'pool'>;
} = {}): Promise<PaymentTestApp> {
  const given = opened && { database: opened.database, jobs: createJobs(opened) };
  let webhookUrl = '';
  const portone = await startPortone({ port: 0, webhookUrl: () => webhookUrl });
  const on = await openTestApp({
    ...given,
    settings: { ...settingsFor(portone), ADMIN_EMAIL: 'boss@example.com', ...settings },
  });
  await on.app.listen({ host: '127.0.0.1', port: 0 });
  webhookUrl = `http://127.0.0.1:${(on.app.server.address() as AddressInfo).port}/api/portone/webhook`;
  const close = async () => {
    await portone.close();
    await on.close();
  };
  return { ...on, ...given, portone, webhookUrl, close };
}

/**
 * Opens the product for tests. Each test waits until the running work is done. The product closes after the last test.
 */
export async function openPaymentTests(): Promise<{ on: PaymentTestApp; admin: PaymentsAdmin }> {
  const on = await openPaymentTestApp();
  afterEach(() => waitForIdle(on));
  afterAll(() => on.close());
  return { on, admin: await openPaymentsAdmin(on) };
}

export async function newPayer(on: PaymentTestApp): Promise<Payer> {
  const member = await signUpMember(on.app);
  const send = (method: 'GET' | 'POST', url: string, payload?: object, more: Record<string, string> = {}) =>
    on.app.inject({ method, url, headers: { ...member.headers, ...more }, ...(payload && { payload }) });

  const order: Payer['order'] = async (body = {}) => {
    const wanted = { payMethod: 'CARD', consent: true, ...body };
    const answer = await send('POST', '/api/membership/orders', wanted);
    return { status: answer.statusCode, body: answer.json() };
  };
  const pay: Payer['pay'] = async (body = {}) => {
    const ordered = await order(body);
    if (ordered.status !== 200) throw new Error(`The order failed with ${JSON.stringify(ordered)}.`);
    const { paymentId, totalAmount } = ordered.body;
    await on.portone.pay({ paymentId, totalAmount });
    await on.portone.quiet();
    return paymentId;
  };
  const processReturn: Payer['processReturn'] = async (paymentId) => {
    const answer = await send('POST', '/api/membership/process-portone-payment', { paymentId });
    const { payment, tier, code } = answer.json();
    return { status: answer.statusCode, state: payment?.state ?? code, tier };
  };
  const paymentsPage: Payer['paymentsPage'] = async (query) =>
    (await send('GET', `/api/membership/payments${query}`)).json();
  return {
    ...member,
    order,
    pay,
    processReturn,
    payAndReturn: async (body) => {
      const paymentId = await pay(body);
      await processReturn(paymentId);
      return paymentId;
    },
    refund: async (paymentId, key = randomUUID()) => {
      const url = `/api/membership/payments/${paymentId}/refund`;
      const answer = await send('POST', url, { reason: '마음이 바뀌었어요' }, { 'idempotency-key': key });
      return { status: answer.statusCode, code: answer.json().code };
    },
    payments: async () => (await paymentsPage('')).payments,
    paymentsPage,
    mails: (words) =>
      on.mails.filter(({ address, subject }) => address === member.email && subject.includes(words)),
    end: async () => {
      const row = await on.database
        .selectFrom('memberships')
        .where('user_id', '=', member.userId)
        .select('paid_tier_expires_at as end')
        .executeTakeFirst();
      return row?.end?.getTime() ?? null;
    },
    leave: async () => {
      const answer = await send('POST', '/api/account/deletion/now', {
        reason: '',
        password: member.password,
        phrase: '탈퇴합니다',
      });
      if (answer.statusCode !== 200) throw new Error(`Account deletion failed with ${answer.body}.`);
    },
  };
}

export type PaymentsAdmin = TestMember & {
  list: (query?: string) => Promise<{
    payments: AdminPayment[];
    flagged: number;
    rejectedWebhooks: number;
    nextCursor: string | null;
  }>;
  one: (paymentId: string) => Promise<{ payment: AdminPayment; events: PaymentEvent[] }>;
  /** Returns the flags of a payment. The result is empty if the payment is not listed. */
  flagsOf: (paymentId: string) => Promise<PaymentFlag[]>;
  /** Refunds a payment. If `amount` is absent, the whole refundable amount is refunded. */
  refund: (wanted: { paymentId: string; amount?: number }) => Promise<{
    status: number;
    code?: string;
    params?: object;
  }>;
  settle: (paymentId: string) => Promise<void>;
};

export async function openPaymentsAdmin(on: PaymentTestApp): Promise<PaymentsAdmin> {
  const admin = await openAdmin(on);
  const { headers } = admin;
  const url = '/api/admin/payments';
  const list: PaymentsAdmin['list'] = async (query = '') =>
    (await on.app.inject({ url: `${url}${query}`, headers })).json();
  return {
    ...admin,
    list,
    one: async (paymentId) => (await on.app.inject({ url: `${url}/${paymentId}`, headers })).json(),
    flagsOf: async (paymentId) => {
      const { payments } = await list('?view=flagged&limit=100');
      return payments.find((one) => one.paymentId === paymentId)?.flags ?? [];
    },
    refund: async ({ paymentId, ...wanted }) => {
      const answer = await on.app.inject({
        method: 'POST',
        url: `${url}/${paymentId}/refund`,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        payload: { reason: '상담으로', ...wanted },
      });
      const { code, params } = answer.json();
      return { status: answer.statusCode, code, params };
    },
    settle: async (paymentId) => {
      const answer = await on.app.inject({ method: 'POST', url: `${url}/${paymentId}/settle`, headers });
      if (answer.statusCode !== 200) throw new Error(`Settling flags failed with ${answer.body}.`);
    },
  };
}

/** Resets the faults of the payment service. Then waits until every webhook and job is done. */
export async function waitForIdle(on: PaymentTestApp): Promise<void> {
  on.portone.resetFaults();
  await on.portone.quiet();
  await on.jobs.runDue();
}

/** Checks that the membership ends one year after `from`. The end may be later by the duration of the test. */
export function expectOneYear(end: number | null, from: number): void {
  expect(end).toBeGreaterThanOrEqual(yearsLater({ from, years: 1 }));
  expect(end).toBeLessThanOrEqual(yearsLater({ from: Date.now(), years: 1 }));
}

export const ledgerRow = (database: Database, paymentId: string) =>
  database.selectFrom('payments').where('id', '=', paymentId).selectAll().executeTakeFirstOrThrow();

export const eventKinds = async (database: Database, paymentId: string): Promise<string[]> => {
  const events = await database
    .selectFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .select(['kind', 'to_state'])
    .execute();
  return events.map(({ kind, to_state }) => (to_state === null ? kind : `${kind} ${to_state}`));
};

/** Sets the time of an order. `ago` is in milliseconds. */
export const orderedAgo = (database: Database, { paymentId, ago }: { paymentId: string; ago: number }) =>
  database
    .updateTable('payments')
    .set({ ordered_at: new Date(Date.now() - ago) })
    .where('id', '=', paymentId)
    .execute();

export async function runJob(
  { jobs, database }: Pick<TestApp, 'jobs' | 'database'>,
  task: 'membership.reconcile_open_orders' | 'membership.send_expiry_notices' | 'membership.purge_ledger',
): Promise<void> {
  await jobs.add(database, task, {});
  await jobs.runDue();
}

/** Runs the sweeper for these payments. The orders are backdated, because the sweeper skips new orders. */
export async function reconcile(
  on: Pick<TestApp, 'jobs' | 'database'>,
  paymentIds: readonly string[],
): Promise<void> {
  for (const paymentId of paymentIds) await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
  await runJob(on, 'membership.reconcile_open_orders');
}
