import type { Connection } from '#server/database/database.ts';

/** When a session was started or last re-authenticated; null without a session. */
export async function sessionProvedAt(
  connection: Connection,
  { sessionId }: { sessionId: string },
): Promise<Date | null> {
  const row = await connection
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select((column) => column.fn.coalesce('proved_at', 'created_at').as('provedAt'))
    .executeTakeFirst();
  return row?.provedAt ?? null;
}

export const setSessionProved = (
  connection: Connection,
  { sessionId, at }: { sessionId: string; at: Date },
) => connection.updateTable('sessions').set({ proved_at: at }).where('id', '=', sessionId).execute();
