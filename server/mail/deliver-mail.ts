import type { FastifyBaseLogger } from 'fastify';
import { koreanTimeOfWeek, MINUTE_MS } from '#common/dates.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { claimDueMail, endMail, type OutboxMail, releaseMail, rescheduleMail } from './mail.sql.ts';
import type { MailTransport } from './mail-transports.ts';

/**
 * The result of one attempt. `answered`: the mail server has accepted or refused the mail. `no_answer`: the mail server
 * has not answered, and the next run tries again.
 */
export type Outcome = 'answered' | 'no_answer' | 'nothing_due';

/** Maximum number of attempts. With their pauses, they take about a day and a half. */
const ATTEMPTS_MAXIMUM = 15;

/**
 * Returns a function that sends one due mail of the outbox. It holds the advisory lock of the mail without a
 * transaction, because an open transaction during a slow SMTP delivery would hold back vacuum.
 */
export function deliveries({
  database,
  log,
  transports,
  from,
}: {
  database: Database;
  log: FastifyBaseLogger;
  transports: readonly MailTransport[];
  from: string;
}): () => Promise<Outcome> {
  return () =>
    database.connection().execute(async (session): Promise<Outcome> => {
      const now = new Date();
      const mail = await claimDueMail(session, { now, isDay: isDayInKorea(now.getTime()) });
      if (!mail) return 'nothing_due';
      try {
        return await attempt(session, mail);
      } finally {
        await releaseMail(session, mail);
      }
    });

  async function attempt(session: Connection, mail: OutboxMail): Promise<Outcome> {
    const { id, kind, address, subject } = mail;
    try {
      for (const transport of transports)
        await transport({
          id,
          from,
          address,
          subject,
          text: mail.text_body,
          html: mail.html_body,
          unsubscribeUrl: mail.unsubscribe_url,
        });
    } catch (error) {
      const reason = reasonOf(error);
      const attempts = mail.attempts + 1;
      if (isPermanentRejection(error) || ATTEMPTS_MAXIMUM <= attempts)
        await endMail(session, { id, status: 'given_up', error: reason, now: new Date() });
      else
        await rescheduleMail(session, {
          id,
          error: reason,
          until: new Date(Date.now() + retryDelayMs(attempts)),
        });
      log.error({ mailId: id, kind, attempts, reason }, 'mail not sent');
      return responseCodeOf(error) === 0 ? 'no_answer' : 'answered';
    }
    await endMail(session, { id, status: 'sent', error: null, now: new Date() });
    log.info({ mailId: id, kind }, 'mail sent');
    return 'answered';
  }
}

/**
 * Whether advertising may be sent: from 08:00 to 21:00. Advertising at night requires a separate consent (정보통신망법 제50조
 * 제3항).
 */
export function isDayInKorea(at: number): boolean {
  const { minute } = koreanTimeOfWeek(at);
  return 8 * 60 <= minute && minute < 21 * 60;
}

/** Returns the milliseconds before the next attempt: 1, 2, 4 … minutes, at most six hours. */
export const retryDelayMs = (attempts: number): number => Math.min(2 ** (attempts - 1), 360) * MINUTE_MS;

/**
 * Whether the SMTP server rejects the mail or its address permanently: reply codes 550 to 599 (RFC 5321).
 * The mail is tried again after lower codes, such as 535 for a failed sign-in (RFC 4954), and after network errors,
 * which have no code.
 */
const isPermanentRejection = (error: unknown) => 550 <= responseCodeOf(error) && responseCodeOf(error) < 600;

const responseCodeOf = (error: unknown) => Number((error as { responseCode?: number }).responseCode ?? 0);

/** Returns the reason of a failure. Contains only the code, because the message of a server can contain the address. */
const reasonOf = (error: unknown) =>
  `${(error as { code?: string }).code ?? 'failed'} ${responseCodeOf(error) || ''}`.trim();
