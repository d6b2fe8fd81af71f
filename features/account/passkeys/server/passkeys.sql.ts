import type { Connection } from '#server/database/database.ts';

export const passkeysOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'backed_up as isSynced'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const setPasskeyUsed = (
  connection: Connection,
  { credentialId, at }: { credentialId: string; at: Date },
) =>
  connection
    .updateTable('passkeys')
    .set({ last_used_at: at })
    .where('credential_id', '=', credentialId)
    .execute();

export const setPasskeyName = (
  connection: Connection,
  { userId, passkeyId, name }: { userId: string; passkeyId: string; name: string },
) =>
  connection
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

export const deletePasskey = (
  connection: Connection,
  { userId, passkeyId }: { userId: string; passkeyId: string },
) =>
  connection
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
