import { sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import {
  type CheckedJournalDraft,
  type JournalEntry,
  type JournalEntrySummary,
  TEXT_START,
} from '#features/journal/journal.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';

declare const locked: unique symbol;
declare const owned: unique symbol;

/** A member's journal, locked by this transaction. Only `lockJournal` creates it, and every write requires it. */
export type LockedJournal = { readonly userId: string; readonly version: number; readonly [locked]: true };

/** An entry of the journal's owner, deleted or not. Only `findOwnedEntry` creates it. */
export type OwnedEntry = {
  readonly journal: LockedJournal;
  readonly id: string;
  /** Milliseconds; null unless deleted. */
  readonly deletedAt: number | null;
  /** Milliseconds; identifies the version. */
  readonly updatedAt: number;
  readonly [owned]: true;
};

export type EntryKey = { userId: string; entryId: string };

const milliseconds = (column: string) => sql.raw(`(date_part('epoch', ${column}) * 1000)::int8`);
const DAY = 86_400_000;

const commonColumns = sql`
  entry.id, entry.restaurant_id as "restaurantId", entry.restaurant_name as "restaurantName",
  (entry.visit_date - date '1970-01-01')::int8 * ${sql.lit(DAY)} as "visitDate",
  to_char(entry.visit_time, 'HH24:MI') as "visitTime",
  entry.tags_with as "tagsWith", entry.tags_occasion as "tagsOccasion",
  ${milliseconds('entry.created_at')} as "createdAt", ${milliseconds('entry.updated_at')} as "updatedAt"`;
const entryColumns = sql`${commonColumns}, entry.journal_text as "journalText"`;

/** Millisecond timestamp, incremented by one if two writes share it; see docs/decisions/0021-journal.md. */
const nextVersion = sql.raw(
  `greatest(journal.version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)`,
);
const raisedVersion = (userId: string) => sql`journal as (
      update journals as journal set version = ${nextVersion} where journal.user_id = ${userId} returning version
    )`;

/** An entry without its photos, which the photos feature stores. */
export type EntryRow = Omit<JournalEntry, 'photos'>;
export type SummaryRow = Omit<JournalEntrySummary, 'photos'>;
export type WrittenRow = EntryRow & { journalVersion: number };

/** The journal's version; 0 before the first write. */
export async function selectJournalVersion(connection: Connection, userId: string): Promise<number> {
  const journal = await connection
    .selectFrom('journals')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(journal?.version ?? 0);
}

/** The whole journal in its order, with long texts truncated. */
export async function selectJournalEntries(connection: Connection, userId: string): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select ${commonColumns}, left(entry.journal_text, ${sql.lit(TEXT_START)}) as "textStart",
      char_length(entry.journal_text) > ${sql.lit(TEXT_START)} as "isTextTruncated"
    from journal_entries as entry
    where entry.user_id = ${userId} and entry.deleted_at is null
    order by entry.visit_date desc, entry.created_at desc, entry.id
  `.execute(connection);
  return rows;
}

/**
 * Entries in which every pattern matches the place's name, the text or a tag.
 * @param patterns sources of regular expressions
 */
export async function selectEntryIdsMatching(
  connection: Connection,
  { userId, patterns }: { userId: string; patterns: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from journal_entries
    where user_id = ${userId} and deleted_at is null and not exists (
      select from unnest(${patterns}::text[]) as wanted (pattern)
      where restaurant_name !~ pattern and journal_text !~ pattern
        and not exists (select from unnest(tags_with || tags_occasion) as tag where tag ~ pattern)
    )
  `.execute(connection);
  return rows.map(({ id }) => id);
}

export async function selectEntry(
  connection: Connection,
  { userId, entryId }: EntryKey,
): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from journal_entries as entry
    where entry.user_id = ${userId} and entry.id = ${entryId} and entry.deleted_at is null
  `.execute(connection);
  return rows[0] ?? null;
}

/**
 * Makes this transaction the only writer of the journal until it ends. The first write creates the journal. Locks the
 * account before the journal, in the same order as account deletion.
 */
export async function lockJournal(connection: Connection, userId: string): Promise<LockedJournal> {
  await sql`
    insert into journals (user_id) select id from users where id = ${userId} for key share
    on conflict (user_id) do nothing
  `.execute(connection);
  const { rows } = await sql<{ version: number }>`
    select version from journals where user_id = ${userId} for update
  `.execute(connection);
  const [journal] = rows;
  if (!journal) throw problem(commonProblems, 'account.sign_in_required');
  return { userId, version: journal.version } as LockedJournal;
}

/**
 * The owner's entry, including deleted ones; null if there is none. Locks the row too, because the purge does not lock
 * the journal.
 */
export async function findOwnedEntry(
  connection: Connection,
  journal: LockedJournal,
  entryId: string,
): Promise<OwnedEntry | null> {
  const { rows } = await sql<Pick<OwnedEntry, 'deletedAt' | 'updatedAt'>>`
    select ${milliseconds('deleted_at')} as "deletedAt", ${milliseconds('updated_at')} as "updatedAt"
    from journal_entries where user_id = ${journal.userId} and id = ${entryId} for update
  `.execute(connection);
  return rows[0] ? ({ ...rows[0], journal, id: entryId } as OwnedEntry) : null;
}

/** @param createdAt creation time, if not now */
export async function insertEntry(
  connection: Connection,
  journal: LockedJournal,
  { id, draft, createdAt = null }: { id: string; draft: CheckedJournalDraft; createdAt?: Date | null },
): Promise<WrittenRow> {
  const { rows } = await sql<WrittenRow>`
    with ${raisedVersion(journal.userId)}, entry as (
      insert into journal_entries (
        user_id, id, restaurant_id, restaurant_name, visit_date, visit_time, journal_text, tags_with,
        tags_occasion, created_at, updated_at
      ) values (
        ${journal.userId}, ${id}, ${draft.restaurantId}, ${draft.restaurantName}, ${dateOf(draft)},
        ${draft.visitTime}::time, ${draft.journalText}, ${draft.tagsWith},
        ${draft.tagsOccasion}, coalesce(${createdAt}::timestamptz, now()), coalesce(${createdAt}::timestamptz, now())
      )
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal
  `.execute(connection);
  return written(rows);
}

export async function updateEntry(
  connection: Connection,
  { journal, id }: OwnedEntry,
  draft: CheckedJournalDraft,
): Promise<WrittenRow> {
  const { rows } = await sql<WrittenRow>`
    with ${raisedVersion(journal.userId)}, entry as (
      update journal_entries
      set restaurant_id = ${draft.restaurantId}, restaurant_name = ${draft.restaurantName},
        visit_date = ${dateOf(draft)}, visit_time = ${draft.visitTime}::time, journal_text = ${draft.journalText},
        tags_with = ${draft.tagsWith}, tags_occasion = ${draft.tagsOccasion},
        -- Two changes within a millisecond are two versions.
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where user_id = ${journal.userId} and id = ${id}
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal
  `.execute(connection);
  return written(rows);
}

/** Deletes or restores an entry. */
export async function setEntryDeleted(
  connection: Connection,
  { journal, id }: OwnedEntry,
  isDeleted: boolean,
): Promise<WrittenRow> {
  const { rows } = await sql<WrittenRow>`
    with ${raisedVersion(journal.userId)}, entry as (
      update journal_entries set deleted_at = case when ${isDeleted} then now() end
      where user_id = ${journal.userId} and id = ${id}
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal
  `.execute(connection);
  return written(rows);
}

/** Permanently removes up to `limit` entries deleted more than a day ago; returns them. */
export async function purgeDeletedEntries(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from journal_entries
    where (user_id, id) in (
      select user_id, id from journal_entries where deleted_at < now() - interval '1 day' limit ${limit}
    ) and deleted_at < now() - interval '1 day'
    returning id
  `.execute(connection);
  return rows.map(({ id }) => id);
}

const dateOf = ({ visitDate }: { visitDate: number }) => sql`date '1970-01-01' + ${visitDate / DAY}::int`;

function written([row]: WrittenRow[]): WrittenRow {
  if (!row) throw new Error('A locked journal entry was not found.');
  return row;
}
