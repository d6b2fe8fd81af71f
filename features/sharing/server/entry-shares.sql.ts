import { sql } from 'kysely';
import type { EntryShare } from '#features/sharing/entry-shares.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

type EntryKey = { userId: string; entryId: string };

/** The share links whose entry is not deleted. */
const liveShares = (connection: Connection) =>
  connection
    .selectFrom('journal_entry_shares as share')
    .innerJoin('journal_entries as entry', (join) =>
      join
        .onRef('entry.user_id', '=', 'share.user_id')
        .onRef('entry.id', '=', 'share.entry_id')
        .on('entry.deleted_at', 'is', null),
    );

export async function selectEntryShare(
  connection: Connection,
  { userId, entryId }: EntryKey,
): Promise<EntryShare | null> {
  const share = await liveShares(connection)
    .where('share.user_id', '=', userId)
    .where('share.entry_id', '=', entryId)
    .select(({ ref }) => ['share.id', milliseconds(ref('share.created_at')).as('createdAt')])
    .executeTakeFirst();
  return share ?? null;
}

/**
 * Creates a link to an entry. If there is already a link, that link is returned. This also holds for two concurrent
 * requests. Returns null if the entry does not exist.
 */
export async function insertEntryShare(
  connection: Connection,
  { id, userId, entryId }: EntryKey & { id: string },
): Promise<EntryShare | null> {
  await sql`
    insert into journal_entry_shares (id, user_id, entry_id)
    select ${id}, user_id, id from journal_entries
    where user_id = ${userId} and id = ${entryId} and deleted_at is null
    on conflict (user_id, entry_id) do nothing
  `.execute(connection);
  return selectEntryShare(connection, { userId, entryId });
}

export async function deleteEntryShare(connection: Connection, { userId, entryId }: EntryKey): Promise<void> {
  await sql`
    delete from journal_entry_shares where user_id = ${userId} and entry_id = ${entryId}
  `.execute(connection);
}

export type OpenedEntryShare = EntryKey & { nickname: string };

export async function selectOpenedEntryShare(
  connection: Connection,
  shareId: string,
): Promise<OpenedEntryShare | null> {
  const share = await liveShares(connection)
    .innerJoin('users', 'users.id', 'share.user_id')
    .where('share.id', '=', shareId)
    .select(['share.user_id as userId', 'share.entry_id as entryId', 'users.name as nickname'])
    .executeTakeFirst();
  return share ?? null;
}

export async function isSharedBy(
  connection: Connection,
  { shareId, userId, entryId }: EntryKey & { shareId: string },
): Promise<boolean> {
  const opened = await selectOpenedEntryShare(connection, shareId);
  return opened?.userId === userId && opened.entryId === entryId;
}
