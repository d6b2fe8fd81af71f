import type { Connection } from '#server/database/database.ts';

/** Returns the time at which the session started or last re-authenticated; null for an unknown session. */
export async function sessionReauthenticatedAt(
  connection: Connection,
  { sessionId }: { sessionId: string },
): Promise<Date | null> {
  const row = await connection
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select((column) => column.fn.coalesce('reauthenticated_at', 'created_at').as('reauthenticatedAt'))
    .executeTakeFirst();
  return row?.reauthenticatedAt ?? null;
}

export const setSessionReauthenticated = (
  connection: Connection,
  { sessionId, at }: { sessionId: string; at: Date },
) => connection.updateTable('sessions').set({ reauthenticated_at: at }).where('id', '=', sessionId).execute();
