import { v7 as uuidv7 } from 'uuid';
import type { Connection } from '#server/database/database.ts';
import type { Person } from '#server/http/signed-in.ts';
import { insertAct } from './admin.sql.ts';

/** An object's own values; dates as numbers. */
type State = Record<string, unknown> | null;

/**
 * Notes what the admin did, in the transaction that does it. Every write of an `admin` route calls this.
 * @param act what was done, `thing.done`: `provided.added`
 * @param subject id of what it was done to
 * @param about the member whom it concerns, where there is one: what is kept of it goes when they leave
 * @example await recordAdminAct(transaction, { admin, act: 'review.rejected', subject: id, about: authorUid, before, after })
 */
export async function recordAdminAct(
  transaction: Connection,
  {
    admin,
    act,
    subject,
    about = null,
    before,
    after,
  }: {
    admin: Pick<Person, 'userId'>;
    act: `${string}.${string}`;
    subject: string;
    about?: string | null;
    before: State;
    after: State;
  },
): Promise<void> {
  await insertAct(transaction, {
    id: uuidv7(),
    adminUid: admin.userId,
    act,
    subject,
    aboutUid: about,
    before,
    after,
  });
}
