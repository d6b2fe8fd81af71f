import { sql } from 'kysely';
import type { EntryShare } from '#features/sharing/entry-shares.contract.ts';
import type { Connection } from '#server/database/database.ts';

type EntryKey = { userId: string; entryId: string };

const shareColumns = sql`
  share.id, (date_part('epoch', share.created_at) * 1000)::int8 as "createdAt"`;

/** Share links of existing entries: the link of a deleted entry cannot be opened. */
const liveShares = sql`
  journal_entry_shares as share
  join journal_entries as entry
    on entry.user_id = share.user_id and entry.id = share.entry_id and entry.deleted_at is null`;

export async function selectEntryShare(
  connection: Connection,
  { userId, entryId }: EntryKey,
): Promise<EntryShare | null> {
  const { rows } = await sql<EntryShare>`
    select ${shareColumns} from ${liveShares} where share.user_id = ${userId} and share.entry_id = ${entryId}
  `.execute(connection);
  return rows[0] ?? null;
}

/** Keeps an existing link, also with two concurrent requests. Null if there is no such entry. */
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

/** The entry of a link, and its owner. */
export type OpenedEntryShare = EntryKey & { nickname: string };

export async function selectOpenedEntryShare(
  connection: Connection,
  shareId: string,
): Promise<OpenedEntryShare | null> {
  const { rows } = await sql<OpenedEntryShare>`
    select share.user_id as "userId", share.entry_id as "entryId", users.name as nickname
    from ${liveShares} join users on users.id = share.user_id
    where share.id = ${shareId}
  `.execute(connection);
  return rows[0] ?? null;
}

/** Whether this link leads to this entry now. */
export async function isSharedBy(
  connection: Connection,
  { shareId, userId, entryId }: EntryKey & { shareId: string },
): Promise<boolean> {
  const opened = await selectOpenedEntryShare(connection, shareId);
  return opened?.userId === userId && opened.entryId === entryId;
}
