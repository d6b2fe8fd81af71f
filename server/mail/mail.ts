import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { endMail, insertMail, postponeMail, purgeEndedMails, takeDueMail } from './mail.sql.ts';
import { type MailContent, renderMail } from './mail-content.ts';
import type { MailTransport } from './mail-transports.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'mail.send_due': Record<string, never>;
    'mail.purge_ended': Record<string, never>;
  }
}

export type MailMessage = {
  /** What it is about, for the operator: 'account.welcome'. */
  kind: string;
  address: string;
  locale: Locale;
  content: MailContent;
  /** A mail of a key is written once, however often its cause is repeated. */
  dedupeKey?: string;
  /** Milliseconds to wait before the first attempt; none if not said. */
  delayMs?: number;
};

export type Mailer = {
  /** Writes a mail into the outbox, in the caller's transaction: it is sent if and only if that commits. */
  send: (connection: Connection, message: MailMessage) => Promise<void>;
};

const MINUTE_MS = 60_000;
/** After about two days of trying a mail is given up. */
const ATTEMPTS_MAXIMUM = 15;
const ENDED_MAILS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/**
 * The outbox. Its table is the truth and its job only the alarm clock: a worker that dies leaves its mail due, and
 * the next minute's round takes it. A mail that a server took just before the worker died goes out again under the
 * same Message-ID; no protocol can tell the two cases apart, and a mail lost is worse than a mail repeated.
 */
export function createMailer(options: {
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** All of them get every mail; one that fails makes the attempt fail. */
  transports: readonly MailTransport[];
  /** The sender: `모먹지 <hello@example.com>`. */
  from: string;
}): Mailer {
  const { jobs, log, transports, from } = options;

  jobs.handle('mail.send_due', async () => {
    while (await sendNext());
  });
  jobs.schedule('mail.send_due', '* * * * *', { alsoAtStart: true });
  jobs.handle('mail.purge_ended', async () => {
    await purgeEndedMails(jobs.database, { before: new Date(Date.now() - ENDED_MAILS_KEPT_MS) });
  });
  jobs.schedule('mail.purge_ended', '23 4 * * *');

  /** False when nothing is due. */
  const sendNext = () =>
    jobs.database.transaction().execute(async (transaction) => {
      const mail = await takeDueMail(transaction, { now: new Date() });
      if (!mail) return false;
      const { id, kind, address, subject } = mail;
      try {
        for (const transport of transports)
          await transport({ id, from, address, subject, text: mail.text_body, html: mail.html_body });
        await endMail(transaction, { id, status: 'sent', error: null, now: new Date() });
        log.info({ mailId: id, kind }, 'mail sent');
      } catch (error) {
        const reason = reasonOf(error);
        const attempts = mail.attempts + 1;
        if (isRefusedForGood(error) || ATTEMPTS_MAXIMUM <= attempts)
          await endMail(transaction, { id, status: 'given_up', error: reason, now: new Date() });
        else
          await postponeMail(transaction, {
            id,
            error: reason,
            until: new Date(Date.now() + pauseMs(attempts)),
          });
        log.error({ mailId: id, kind, attempts, reason }, 'mail not sent');
      }
      return true;
    });

  return {
    send: async (connection, { kind, address, locale, content, dedupeKey, delayMs = 0 }) => {
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
      });
      if (isNew) await jobs.add(connection, 'mail.send_due', {}, { runAt: due });
    },
  };
}

/** 1, 2, 4 … minutes, at most six hours. */
export const pauseMs = (attempts: number): number => Math.min(2 ** (attempts - 1), 360) * MINUTE_MS;

/** Reply codes of 550 and above (RFC 5321) mean "do not try again"; a network error has none. */
const isRefusedForGood = (error: unknown) => 550 <= responseCodeOf(error) && responseCodeOf(error) < 600;

const responseCodeOf = (error: unknown) => Number((error as { responseCode?: number }).responseCode ?? 0);

/** The code alone: a server's sentence can repeat the address. */
const reasonOf = (error: unknown) =>
  `${(error as { code?: string }).code ?? 'failed'} ${responseCodeOf(error) || ''}`.trim();
