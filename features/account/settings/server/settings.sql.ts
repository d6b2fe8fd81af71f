import type { Connection } from '#server/database/database.ts';

export const setNickname = (
  connection: Connection,
  { userId, nickname }: { userId: string; nickname: string },
) =>
  connection
    .updateTable('users')
    .set({ name: nickname, updated_at: new Date() })
    .where('id', '=', userId)
    .execute();

export const sessionsOfUser = (connection: Connection, { userId, now }: { userId: string; now: Date }) =>
  connection
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select([
      'id',
      'ip_address as address',
      'user_agent as userAgent',
      'created_at as signedInAt',
      'updated_at as lastSeenAt',
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();

export const deleteSessionOfUser = (
  connection: Connection,
  { userId, sessionId }: { userId: string; sessionId: string },
) =>
  connection
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
