import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { startTestServer, type TestServer } from '#server/http/killable-server.ts';
import {
  eventKinds,
  newPayer,
  openPaymentTestApp,
  type Payer,
  type PaymentTestApp,
  reconcile,
  settingsFor,
} from './payments.test-factory.ts';

/* Eight members pay, or get their money back, at the same time. The server is killed while some of them have no answer. */

const PAYERS = 8;
const KILLS = 3;
const SECRET = 'signs-the-cookies-of-this-test-only';

type Bought = { payer: Payer; paymentId: string };

let opened: TestDatabase;
let on: PaymentTestApp;
let folder: string;
let server: TestServer;

beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openPaymentTestApp({ opened, settings: { AUTH_SECRET: SECRET } });
  on.portone.set({ webhooks: 'never' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
  server = await startServer();
}, 180_000);
afterAll(async () => {
  await server.kill();
  await on.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const startServer = () =>
  startTestServer({
    AUTH_SECRET: SECRET,
    DATABASE_URL: opened.connectionString,
    DATA_DIR: folder,
    ...Object.fromEntries(
      Object.entries(settingsFor(on.portone)).map(([name, value]) => [name, String(value)]),
    ),
  });

const unsettled = async () =>
  (await opened.database.selectFrom('payments').where('state', '=', 'pending').select('id').execute()).length;

/** Sends the request to the server that is killed. Returns false if there was no answer. */
async function send({ headers }: Payer, url: string, body: object): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/membership/${url}`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: server.url,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer && !answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer !== null;
}

/** Sends all requests at once, and kills and restarts the server after the first answer. */
async function killDuring(requests: () => Promise<boolean>[]): Promise<void> {
  const sent = requests();
  await Promise.race(sent);
  await server.kill();
  await Promise.all(sent);
  server = await startServer();
}

test('결제를 확인하는 도중에 서버가 죽어도 한 해를 잃지도 두 번 주지도 않는다', async () => {
  let waiting = 0;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const bought = await buyAll((payer) => payer.pay());
    const confirm = () =>
      bought.map(({ payer, paymentId }) => send(payer, 'process-portone-payment', { paymentId }));
    await killDuring(confirm);
    waiting += await unsettled();
    expect(await Promise.all(confirm())).not.toContain(false);
    for (const { payer, paymentId } of bought) {
      const [payment] = await payer.payments();
      expect(payment?.state).toBe('paid');
      expect(payment?.period?.to).toBe(yearsLater({ from: payment?.period?.from ?? 0, years: 1 }));
      expect(await payer.end()).toBe(payment?.period?.to);
      expect(await eventKinds(opened.database, paymentId)).toEqual(['state paid']);
      const mails = await opened.database
        .selectFrom('mail_outbox')
        .where('dedupe_key', '=', `membership.paid:${paymentId}`)
        .select('id')
        .execute();
      expect(mails).toHaveLength(1);
    }
  }
  // The control: the kills left payments that were not confirmed.
  expect(waiting).toBeGreaterThan(0);
}, 120_000);

test('환불하는 도중에 서버가 죽어도 한 번 돌려준다', async () => {
  const bought = await buyAll((payer) => payer.payAndReturn());
  await killDuring(() =>
    bought.map(({ payer, paymentId }) =>
      send(payer, `payments/${paymentId}/refund`, { reason: '마음이 바뀌었어요' }),
    ),
  );
  // The killed server holds its jobs for a while. Without them the sweeper completes the refunds.
  await sql`delete from graphile_worker._private_jobs`.execute(opened.database);
  for (const { payer, paymentId } of bought) await payer.refund(paymentId);
  await reconcile(
    on,
    bought.map(({ paymentId }) => paymentId),
  );
  for (const { payer, paymentId } of bought) {
    expect((await payer.payments())[0]).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
    expect((await payer.end()) ?? 0).toBeLessThanOrEqual(Date.now());
    expect(await eventKinds(opened.database, paymentId)).toEqual([
      'state paid',
      'refund refund_requested',
      'state cancelled',
    ]);
  }
}, 120_000);

async function buyAll(pay: (payer: Payer) => Promise<string>): Promise<Bought[]> {
  const bought: Bought[] = [];
  for (let n = 0; n < PAYERS; n += 1) {
    const payer = await newPayer(on);
    bought.push({ payer, paymentId: await pay(payer) });
  }
  return bought;
}
