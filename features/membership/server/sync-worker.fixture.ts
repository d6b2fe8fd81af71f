/**
 * A process for the test to kill: settles one payment, or gives it back, and dies by its own hand, without a chance to
 * tidy up, before one of its steps. A step is whatever it waits for: a statement of the database, or an answer of the
 * payment service. Arguments: the database, the payment, `sync` or `refund`, and which step. Ends with 0 where there
 * are not so many.
 */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pino from 'pino';
import { loadSettings } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMailer } from '#server/mail/mail.ts';
import { createFinishRefund } from './refunds.ts';
import { createPayments } from './payments.ts';

const [connectionString = '', paymentId = '', task, deadly] = process.argv.slice(2);
let steps = 0;

async function step<T>(run: () => Promise<T>): Promise<T> {
  steps += 1;
  if (steps === Number(deadly)) await die();
  return run();
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

const opened = openDatabase({ connectionString, max: 2 });
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
if (task === 'refund') await createFinishRefund({ database, ...payments, log })({ paymentId });
else await payments.sync({ paymentId, database });
await opened.close();
