import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

export type OutboxMail = {
  id: string;
  kind: string;
  address: string;
  subject: string;
  text_body: string;
  html_body: string;
  attempts: number;
  unsubscribe_url: string | null;
};

/** Adds a mail to the outbox. Returns false if a mail with this dedupe key exists. */
export async function insertMail(
  connection: Connection,
  mail: Omit<OutboxMail, 'attempts'> & { dedupe_key: string | null; next_attempt_at: Date },
): Promise<boolean> {
  const inserted = await connection
    .insertInto('mail_outbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/**
 * Number of due mails that a worker tries to lock. More than the number of workers, so that at least one of these mails
 * is not locked.
 */
const CANDIDATES = 200;

/**
 * Claims a due mail. The session keeps an advisory lock until `releaseMail`. The database releases the lock when the
 * worker process dies.
 * Returns null if no mail is due.
 * @param isDay whether mails to subscribers may be sent
 */
export async function claimDueMail(
  session: Connection,
  { now, isDay }: { now: Date; isDay: boolean },
): Promise<OutboxMail | null> {
  for (;;) {
    const locked = await lockDueMail(session, { now, isDay });
    if (!locked) return null;
    // The mail is read again, because another worker may have sent it after the candidates were selected.
    const mail = await session
      .selectFrom('mail_outbox')
      .select(['id', 'kind', 'address', 'subject', 'text_body', 'html_body', 'attempts', 'unsubscribe_url'])
      .where('id', '=', locked.id)
      .where('status', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .executeTakeFirst();
    if (mail) return mail;
    await releaseMail(session, locked);
  }
}

/** The candidates are materialized, so that the statement tries their locks in order and stops at the first success. */
const lockDueMail = (session: Connection, { now, isDay }: { now: Date; isDay: boolean }) =>
  session
    .with(
      (due) => due('due').materialized(),
      (database) =>
        database
          .selectFrom('mail_outbox')
          .where('status', '=', 'waiting')
          .where('next_attempt_at', '<=', now)
          .$if(!isDay, (mails) => mails.where('unsubscribe_url', 'is', null))
          .orderBy('next_attempt_at')
          .limit(CANDIDATES)
          .select('id'),
    )
    .selectFrom('due')
    .where(sql<boolean>`pg_try_advisory_lock(${lockOf(sql.ref('id'))})`)
    .select('id')
    .limit(1)
    .executeTakeFirst();

export const releaseMail = (session: Connection, { id }: { id: string }) =>
  sql`select pg_advisory_unlock(${lockOf(sql.val(id))})`.execute(session);

const lockOf = (id: RawBuilder<unknown> | Expression<unknown>) =>
  sql`hashtextextended('mail_outbox:' || ${id}::text, 0)`;

/** Ends the delivery of a mail. Erases the address and the text of the mail. */
export const endMail = (
  connection: Connection,
  { id, status, error, now }: { id: string; status: 'sent' | 'given_up'; error: string | null; now: Date },
) =>
  connection
    .updateTable('mail_outbox')
    .set({
      status,
      last_error: error,
      ended_at: now,
      attempts: sql`attempts + 1`,
      address: '',
      subject: '',
      text_body: '',
      html_body: '',
      unsubscribe_url: null,
    })
    .where('id', '=', id)
    .execute();

export const rescheduleMail = (
  connection: Connection,
  { id, error, until }: { id: string; error: string; until: Date },
) =>
  connection
    .updateTable('mail_outbox')
    .set({ last_error: error, next_attempt_at: until, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute();

export const deleteWaitingMails = (connection: Connection, { unsubscribeUrl }: { unsubscribeUrl: string }) =>
  connection
    .deleteFrom('mail_outbox')
    .where('unsubscribe_url', '=', unsubscribeUrl)
    .where('status', '=', 'waiting')
    .execute();

export const purgeEndedMails = (connection: Connection, { before }: { before: Date }) =>
  connection
    .deleteFrom('mail_outbox')
    .where('status', '<>', 'waiting')
    .where('ended_at', '<', before)
    .execute();
