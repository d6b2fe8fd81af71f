import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { type SmtpInbox, startSmtpInbox } from '../../tools/sandbox/smtp/smtp-inbox.ts';
import { isDayInKorea, retryDelayMs } from './deliver-mail.ts';
import { createMailer, type MailMessage } from './mail.ts';
import { folderTransport, smtpTransport } from './mail-transports.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'test.other': Record<string, never>;
  }
}

let opened: TestDatabase;
let inbox: SmtpInbox;
let folder: string;

beforeAll(async () => {
  opened = await createTestDatabase();
  inbox = await startSmtpInbox({ smtpPort: 0, httpPort: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'momokzi-mail-'));
});
afterEach(async () => {
  inbox.injectFault('none');
  inbox.clear();
  await opened.database.deleteFrom('mail_outbox').execute();
});
afterAll(async () => {
  await inbox.close();
  await opened.close();
  await rm(folder, { recursive: true });
});

/** Creates a job queue and a mailer that behave like a separate worker process. */
function worker(transports = [smtpTransport(`smtp://127.0.0.1:${inbox.smtpPort}`)]) {
  const jobs = createJobs(opened);
  const mailer = createMailer({
    jobs,
    log: pino({ level: 'silent' }),
    transports,
    from: '모먹지 <hello@example.com>',
  });
  return { jobs, mailer, sendDue: () => jobs.runDue() };
}

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  kind: 'test.hello',
  address: 'yesi@example.com',
  locale: 'ko',
  content: {
    subject: '반가워요',
    paragraphs: ['<b>굵지 않은</b> 한 줄'],
    button: { label: '열기', url: 'http://localhost:3000/app?a=1&b=2' },
    footnotes: ['모르는 메일이면 지워 주세요.'],
  },
  ...changes,
});

const outbox = () =>
  opened.database
    .selectFrom('mail_outbox')
    .select(['status', 'attempts', 'address', 'text_body', 'last_error'])
    .execute();
const makeDue = () =>
  opened.database
    .updateTable('mail_outbox')
    .set({ next_attempt_at: new Date(0) })
    .execute();

test('sends committed mails, but no mail of a failed transaction', async () => {
  const { mailer, sendDue } = worker();
  await opened.database.transaction().execute((transaction) => mailer.send(transaction, message()));
  await expect(
    opened.database.transaction().execute(async (transaction) => {
      await mailer.send(transaction, message({ address: 'nobody@example.com' }));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow();
  await sendDue();
  expect(inbox.mails().map((mail) => mail.to)).toEqual(['yesi@example.com']);
  expect(inbox.mails()[0]?.html).toContain('&#60;b&#62;굵지 않은');
  expect(inbox.mails()[0]?.text).toContain('http://localhost:3000/app?a=1&b=2');
  expect(await outbox()).toEqual([
    { status: 'sent', attempts: 1, address: '', text_body: '', last_error: null },
  ]);
});

test('stores one mail per key', async () => {
  const { mailer, sendDue } = worker();
  await mailer.send(opened.database, message({ dedupeKey: 'welcome:1' }));
  await mailer.send(opened.database, message({ dedupeKey: 'welcome:1' }));
  await sendDue();
  expect(inbox.mails()).toHaveLength(1);
});

test('retries after a pause while the server is unavailable, and gives up if the mailbox does not exist', async () => {
  const { mailer, sendDue } = worker();
  inbox.injectFault('refuse_temporarily');
  await mailer.send(opened.database, message());
  await sendDue();
  expect(await outbox()).toMatchObject([{ status: 'waiting', attempts: 1, last_error: 'EMESSAGE 451' }]);
  inbox.injectFault('none');
  await mailer.send(opened.database, message({ address: 'second@example.com' }));
  await sendDue();
  expect(inbox.mails().map((mail) => mail.to)).toEqual(['second@example.com']);
  await makeDue();
  await mailer.send(opened.database, message({ dedupeKey: 'alarm' }));
  await sendDue();
  expect(inbox.mails()).toHaveLength(3);

  inbox.injectFault('refuse_recipient');
  await mailer.send(opened.database, message());
  await sendDue();
  expect(await outbox()).toContainEqual(
    expect.objectContaining({ status: 'given_up', last_error: 'EENVELOPE 550', address: '' }),
  );
});

test('lets two workers share the outbox without sending anything twice', async () => {
  const [first, second] = [worker(), worker()];
  const addresses = Array.from({ length: 20 }, (_, index) => `person${index}@example.com`);
  for (const address of addresses) await first.mailer.send(opened.database, message({ address }));
  await Promise.all([first.sendDue(), second.sendDue()]);
  expect(
    inbox
      .mails()
      .map((mail) => mail.to)
      .sort(),
  ).toEqual(addresses.sort());
});

test('delivers once although the first worker was killed while sending', async () => {
  const { mailer, sendDue } = worker();
  await mailer.send(opened.database, message());
  inbox.injectFault('stall');
  const killed = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./mail-worker.fixture.ts', import.meta.url)),
      opened.connectionString,
      String(inbox.smtpPort),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => killed.stdout.once('data', resolve));
  await expect.poll(() => inbox.stalled(), { timeout: 10_000 }).toBe(1);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.once('exit', resolve));

  inbox.injectFault('none');
  await expect
    .poll(async () => {
      await mailer.send(opened.database, message({ kind: 'test.alarm', dedupeKey: 'alarm' }));
      await sendDue();
      return inbox.mails().length;
    })
    .toBe(2);
});

test('holds no transaction or row lock while it talks to a slow server, and no other worker sends that mail', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow: string[] = [];
  const { mailer, sendDue } = worker([
    async ({ address }) => {
      slow.push(address);
      await answered;
    },
  ]);
  await mailer.send(opened.database, message());
  const sending = sendDue();
  await expect.poll(() => slow.length, { timeout: 10_000 }).toBe(1);
  const { rows: open } = await sql`
    select query from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
    opened.database,
  );
  const { rows: free } = await sql`select id from mail_outbox for update skip locked`.execute(
    opened.database,
  );
  await mailer.send(opened.database, message({ address: 'second@example.com' }));
  const others: string[] = [];
  await worker([async ({ address }) => void others.push(address)]).sendDue();
  answer();
  await sending;
  expect(open).toEqual([]);
  expect(free).toHaveLength(1);
  expect(others).toEqual(['second@example.com']);
  expect(slow).toEqual(['yesi@example.com']);
});

test('keeps the workers free for other jobs while a mail server does not answer', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const { jobs, mailer } = worker([
    async ({ address }) => {
      sent.push(address);
      await answered;
    },
  ]);
  let hasOtherRun = false;
  jobs.handle('test.other', async () => void (hasOtherRun = true));
  // The number of mails is larger than the number of workers.
  const addresses = Array.from({ length: 6 }, (_, index) => `person${index}@example.com`);
  for (const address of addresses) await mailer.send(opened.database, message({ address }));
  await jobs.start();
  try {
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(1);
    await jobs.add(opened.database, 'test.other', {});
    await expect.poll(() => hasOtherRun, { timeout: 10_000 }).toBe(true);
    expect(sent).toHaveLength(1);
    answer();
    await expect.poll(() => sent.toSorted(), { timeout: 10_000 }).toEqual(addresses);
  } finally {
    answer();
    await jobs.stop();
  }
});

test('sends a mail that is added after a run has found no other mail', async () => {
  const jobs = createJobs(opened);
  const runs: (() => Promise<void>)[] = [];
  let isAdded = false;
  const database = opened.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isAdded && result.rows.length === 0) {
        isAdded = true;
        await mailer.send(opened.database, message());
        await runs[0]?.();
      }
      return result;
    },
  });
  const mailer = createMailer({
    jobs: {
      ...jobs,
      database,
      handle: (_task, run) =>
        void runs.push(() => run({} as never, { signal: new AbortController().signal, isLast: false })),
    },
    log: pino({ level: 'silent' }),
    transports: [smtpTransport(`smtp://127.0.0.1:${inbox.smtpPort}`)],
    from: 'hello@example.com',
  });
  await runs[0]?.();
  expect(inbox.mails()).toHaveLength(1);
});

test('tries no other mail in a run if the mail server does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { mailer, sendDue } = worker([smtpTransport(`smtp://127.0.0.1:${port}?greetingTimeout=200`)]);
  // The mails have a delay, so that their own jobs do not run yet and there is only one run.
  for (let count = 0; count < 2; count += 1)
    await mailer.send(opened.database, message({ delayMs: 60 * 60 * 1000 }));
  await makeDue();
  await mailer.send(opened.database, message());
  await sendDue();
  silent.close();
  const tried = (await outbox()).filter(({ attempts }) => attempts > 0);
  expect(tried).toMatchObject([{ status: 'waiting', attempts: 1, last_error: 'ETIMEDOUT' }]);
});

test('writes an .eml file if no SMTP server is configured', async () => {
  const { mailer, sendDue } = worker([folderTransport(folder)]);
  await mailer.send(opened.database, message());
  await sendDue();
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(await readFile(path.join(folder, files[0] ?? ''), 'utf8')).toMatch(/^To: yesi@example.com/m);
});

test('doubles the pauses between attempts, up to six hours', () => {
  expect([1, 2, 3, 9, 10, 15].map((attempts) => retryDelayMs(attempts) / 60_000)).toEqual([
    1, 2, 4, 256, 360, 360,
  ]);
});

test('sends mails to subscribers only from 08:00 to 21:00 in Korea', () => {
  const at = (time: string) => isDayInKorea(Date.parse(`2026-11-23T${time}+09:00`));
  expect(['07:59:59', '08:00:00', '20:59:59', '21:00:00', '00:00:00'].map(at)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
