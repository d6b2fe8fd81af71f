import { sql } from 'kysely';
import type { EntryShare } from '#features/sharing/entry-shares.contract.ts';
import { columnsOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

type EntryKey = { userId: string; entryId: string };

const shareFields = columnsOf('journal_entry_shares')<EntryShare>({
  id: 'id',
  createdAt: { milliseconds: 'created_at' },
});

/** The share links whose entry is not deleted. */
const liveShares = sql`
  journal_entry_shares as share
  join journal_entries as entry
    on entry.user_id = share.user_id and entry.id = share.entry_id and entry.deleted_at is null`;

const entryShare = statement(
  'sharing_entry_share',
  (_, { userId, entryId }: EntryKey) => sql<EntryShare>`
    select ${shareFields.select('share')} from ${liveShares}
    where share.user_id = ${userId} and share.entry_id = ${entryId}`,
);

export const selectEntryShare = async (connection: Connection, key: EntryKey): Promise<EntryShare | null> =>
  (await entryShare(connection, key))[0] ?? null;

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

const openedEntryShare = statement(
  'sharing_opened_entry_share',
  (_, { shareId }: { shareId: string }) => sql<OpenedEntryShare>`
    select share.user_id as "userId", share.entry_id as "entryId", users.name as nickname
    from ${liveShares} join users on users.id = share.user_id
    where share.id = ${shareId}`,
);

export const selectOpenedEntryShare = async (
  connection: Connection,
  shareId: string,
): Promise<OpenedEntryShare | null> => (await openedEntryShare(connection, { shareId }))[0] ?? null;

export async function isSharedBy(
  connection: Connection,
  { shareId, userId, entryId }: EntryKey & { shareId: string },
): Promise<boolean> {
  const opened = await selectOpenedEntryShare(connection, shareId);
  return opened?.userId === userId && opened.entryId === entryId;
}
