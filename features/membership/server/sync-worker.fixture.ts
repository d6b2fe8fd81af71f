/**
 * The process that the kill test starts. It settles or refunds payments concurrently. A step is a database statement or
 * an answer of the payment service. The first payment stops before its first step, the second payment before its second
 * step, and so on. When every payment has stopped or finished, the process reports the finished payments and kills
 * itself with SIGKILL.
 * Arguments: the database, `sync` or `refund`, and the payments.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pino from 'pino';
import { loadSettings } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMailer } from '#server/mail/mail.ts';
import { createPayments } from './payments.ts';
import { createFinishRefund } from './refunds.ts';

/** Time limit in milliseconds. Without this limit, payments that wait for each other would keep the process running. */
const REMAINING_MS = 60_000;
setTimeout(() => process.exit(1), REMAINING_MS);

const [connectionString = '', task, ...paymentIds] = process.argv.slice(2);
const own = new AsyncLocalStorage<{ paymentId: string; stepsLeft: number }>();
const done: string[] = [];
let running = paymentIds.length;

function step<T>(run: () => Promise<T>): Promise<T> {
  const work = own.getStore();
  if (!work) throw new Error('A step outside any payment.');
  if (work.stepsLeft === 0) {
    endOne();
    return new Promise(() => {});
  }
  work.stepsLeft -= 1;
  return run();
}

function endOne(): void {
  running -= 1;
  if (running === 0) process.send?.({ done }, () => process.kill(process.pid, 'SIGKILL'));
}

const opened = openDatabase({ connectionString, max: paymentIds.length });
const counting: PostgresPool = {
  options: opened.pool.options,
  end: async () => {},
  connect: async () => {
    const client = await opened.pool.connect();
    const query = (text: string, values: unknown[]) => step(() => client.query(text, values));
    return { query, release: () => client.release() } as never;
  },
};
const database: Database = new Kysely({ dialect: new PostgresDialect({ pool: counting }) });
const { fetch: ask } = globalThis;
globalThis.fetch = (...given) => step(() => ask(...given));

const log = pino({ level: 'silent' });
const settings = loadSettings();
const jobs = createJobs({ ...opened, database });
const mailer = createMailer({ jobs, log, transports: [], from: settings.MAIL_FROM });
const payments = createPayments({ mailer, settings, log });
if (!payments) throw new Error('Payment is not set up.');
const { sync } = payments;
const finishRefund = createFinishRefund({ database, ...payments, log });
const run = (paymentId: string) =>
  task === 'refund' ? finishRefund({ paymentId }) : sync({ paymentId, database });

for (const [stepsLeft, paymentId] of paymentIds.entries()) {
  void own.run({ paymentId, stepsLeft }, async () => {
    await run(paymentId);
    done.push(paymentId);
    endOne();
  });
}
