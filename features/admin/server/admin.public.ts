import { v7 as uuidv7 } from 'uuid';
import type { Connection } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { insertAuditLogEntry } from './admin.sql.ts';

/** The values of an object. Dates are numbers. */
type State = Record<string, unknown> | null;

/**
 * Writes an action into the audit log. Every write of an `admin` route must call this function in its transaction.
 * @param act the action, such as `provided.added`
 * @param subject id of the affected object
 * @param about the affected member, if any. When the member's account is deleted, the stored states are erased
 * @example
 * await writeAuditLog(transaction, { admin, act: 'review.rejected', subject: id, about: authorUid, before, after })
 */
export async function writeAuditLog(
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
  await insertAuditLogEntry(transaction, {
    id: uuidv7(),
    adminUid: admin.userId,
    act,
    subject,
    aboutUid: about,
    before,
    after,
  });
}
