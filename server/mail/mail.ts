import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, MINUTE_MS } from '#common/dates.ts';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { deleteWaitingMails, insertMail, purgeEndedMails } from './mail.sql.ts';
import { type MailContent, renderMail } from './mail-content.ts';
import { deliveries } from './deliver-mail.ts';
import type { MailTransport } from './mail-transports.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'mail.send_due': Record<string, never>;
    'mail.purge_ended': Record<string, never>;
  }
}

export type MailMessage = {
  /** The kind of the mail, such as `account.welcome`. It is shown to the operator. */
  kind: string;
  address: string;
  locale: Locale;
  content: MailContent;
  /** A key of the mail. Only one mail per key is sent, however often it is requested. */
  dedupeKey?: string;
  /** Milliseconds before the first attempt. Default: 0. */
  delayMs?: number;
  /**
   * A URL that ends the subscription if it receives a POST request.
   * A mail with this URL is sent only by day in Korea, and not after `withdraw`.
   */
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Adds a mail to the outbox. The mail is sent only if the caller's transaction commits. */
  send: (connection: Connection, message: MailMessage) => Promise<void>;
  /** Deletes the unsent mails of a subscription in the caller's transaction. */
  withdraw: (connection: Connection, subscription: { unsubscribeUrl: string }) => Promise<void>;
};

/** Milliseconds for which one job sends mails. The job of the next minute sends the remaining mails. */
const SENDING_TIME_MS = 5 * MINUTE_MS;
const SENT_MAIL_RETENTION_MS = 30 * DAY_MS;

/**
 * Creates the mailer. The outbox table contains the mails that must be sent. A job only triggers their delivery.
 * If a worker dies, its mail stays due and is sent by the run of the next minute.
 * If the worker died after a server accepted the mail, the mail is sent again with the same Message-ID.
 * A duplicate is better than a loss.
 */
export function createMailer(options: {
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** The transports of mails. Each transport gets every mail. If one transport fails, the attempt fails. */
  transports: readonly MailTransport[];
  /** The sender of the mails, such as `모먹지 <hello@example.com>`. */
  from: string;
}): Mailer {
  const { jobs, log, transports, from } = options;

  const sendNext = deliveries({ database: jobs.database, log, transports, from });
  let isSending = false;
  /** Whether another mail was added after `sendNext` began to look for one. */
  let isRequested = false;

  /**
   * Only one job per process sends mails; other jobs of this task end at once. Therefore a worker for mails stays free
   * if a mail server does not answer.
   * A named queue of graphile-worker is not used, because it would stay locked for a quarter of an hour after a process
   * is killed.
   */
  const sendDue = async () => {
    isRequested = true;
    if (isSending) return;
    isSending = true;
    const until = Date.now() + SENDING_TIME_MS;
    try {
      let mayBeMore = true;
      while (mayBeMore && Date.now() < until) {
        isRequested = false;
        const outcome = await sendNext();
        mayBeMore = outcome === 'answered' || (outcome === 'nothing_due' && isRequested);
      }
    } finally {
      isSending = false;
    }
  };
  jobs.handle('mail.send_due', sendDue, { workers: 'mail' });
  jobs.schedule('mail.send_due', '* * * * *', { alsoAtStart: true });
  jobs.handle('mail.purge_ended', async () => {
    await purgeEndedMails(jobs.database, { before: new Date(Date.now() - SENT_MAIL_RETENTION_MS) });
  });
  jobs.schedule('mail.purge_ended', '23 4 * * *');

  return {
    send: async (connection, { kind, address, locale, content, dedupeKey, delayMs = 0, unsubscribeUrl }) => {
      const due = new Date(Date.now() + delayMs);
      const { text, html } = renderMail({ content, locale });
      const isNew = await insertMail(connection, {
        id: uuidv7(),
        kind,
        dedupe_key: dedupeKey ?? null,
        address,
        subject: content.subject,
        text_body: text,
        html_body: html,
        next_attempt_at: due,
        unsubscribe_url: unsubscribeUrl ?? null,
      });
      if (isNew) await jobs.add(connection, 'mail.send_due', {}, { runAt: due });
    },
    withdraw: async (connection, subscription) => void (await deleteWaitingMails(connection, subscription)),
  };
}
