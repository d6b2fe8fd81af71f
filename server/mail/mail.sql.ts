import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

export type OutboxMail = {
  id: string;
  kind: string;
  address: string;
  subject: string;
  text_body: string;
  html_body: string;
  attempts: number;
};

/** False when a mail of this dedupe key is there already. */
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

/** The next mail that is due, held against other workers until the transaction ends. */
export const takeDueMail = (
  connection: Connection,
  { now }: { now: Date },
): Promise<OutboxMail | undefined> =>
  connection
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'address', 'subject', 'text_body', 'html_body', 'attempts'])
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** The mail is out of our hands: it keeps neither address nor text. */
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
    })
    .where('id', '=', id)
    .execute();

export const postponeMail = (
  connection: Connection,
  { id, error, until }: { id: string; error: string; until: Date },
) =>
  connection
    .updateTable('mail_outbox')
    .set({ last_error: error, next_attempt_at: until, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute();

export const purgeEndedMails = (connection: Connection, { before }: { before: Date }) =>
  connection
    .deleteFrom('mail_outbox')
    .where('status', '<>', 'waiting')
    .where('ended_at', '<', before)
    .execute();
