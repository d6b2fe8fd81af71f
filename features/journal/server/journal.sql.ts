import { sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import { DAY_MS } from '#common/dates.ts';
import {
  type CheckedJournalDraft,
  type JournalEntry,
  type JournalEntrySummary,
  TEXT_START,
} from '#features/journal/journal.contract.ts';
import { columnsOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import { problem } from '#server/http/problem.ts';

declare const locked: unique symbol;
declare const owned: unique symbol;

/** A member's journal that this transaction has locked. Only `lockJournal` creates this type. */
export type LockedJournal = { readonly userId: string; readonly version: number; readonly [locked]: true };

export type OwnedEntry = {
  readonly journal: LockedJournal;
  readonly id: string;
  /** When the entry was deleted, in milliseconds; null if it is not deleted. */
  readonly deletedAt: number | null;
  /** When the entry was changed, in milliseconds. The value identifies the version of the entry. */
  readonly updatedAt: number;
  readonly [owned]: true;
};

export type EntryKey = { userId: string; entryId: string };

type DraftFields = Omit<CheckedJournalDraft, 'photoIds'>;
/** All fields of a draft except the text, because the journal document contains only the beginning of the text. */
const draftFields = columnsOf('journal_entries')<Omit<DraftFields, 'journalText'>>({
  restaurantId: 'restaurant_id',
  restaurantName: 'restaurant_name',
  visitDate: {
    column: 'visit_date',
    read: (entry) => sql`(${sql.ref(`${entry}.visit_date`)} - date '1970-01-01')::int8 * ${sql.lit(DAY_MS)}`,
    write: (day) => sql`date '1970-01-01' + (${day}::int8 / ${sql.lit(DAY_MS)})::int`,
  },
  visitTime: {
    column: 'visit_time',
    read: (entry) => sql`to_char(${sql.ref(`${entry}.visit_time`)}, 'HH24:MI')`,
    write: (time) => sql`${time}::time`,
  },
  tagsWith: 'tags_with',
  tagsOccasion: 'tags_occasion',
});
const textField = columnsOf('journal_entries')<Pick<DraftFields, 'journalText'>>({
  journalText: 'journal_text',
});

type EntryFacts = Pick<JournalEntry, 'id' | 'createdAt' | 'updatedAt'>;
const entryFacts = columnsOf('journal_entries')<EntryFacts>({
  id: 'id',
  createdAt: { milliseconds: 'created_at' },
  updatedAt: { milliseconds: 'updated_at' },
});

const commonColumns = sql`${entryFacts.select('entry')}, ${draftFields.select('entry')}`;
const entryColumns = sql`${commonColumns}, ${textField.select('entry')}`;

/** The common table expression `journal`. It raises the version of the journal and returns the new version. */
const raisedVersion = (userId: string) => sql`journal as (
      update journals as journal set version = ${nextVersion('journal.version')}
      where journal.user_id = ${userId} returning version
    )`;

/** An entry without its photos, which `features/photos` stores. */
export type EntryRow = Omit<JournalEntry, 'photos'>;
export type SummaryRow = Omit<JournalEntrySummary, 'photos'>;
export type WrittenRow = EntryRow & { journalVersion: number };

/** Returns the version of the journal. Returns 0 if there was no write yet. */
export async function selectJournalVersion(connection: Connection, userId: string): Promise<number> {
  const journal = await connection
    .selectFrom('journals')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(journal?.version ?? 0);
}

const summaries = statement(
  'journal_summaries',
  (_, { userId }: { userId: string }) => sql<SummaryRow>`
    select ${commonColumns}, left(entry.journal_text, ${sql.lit(TEXT_START)}) as "textStart",
      char_length(entry.journal_text) > ${sql.lit(TEXT_START)} as "isTextTruncated"
    from journal_entries as entry
    where entry.user_id = ${userId} and entry.deleted_at is null
    order by entry.visit_date desc, entry.created_at desc, entry.id`,
);

/** Returns the entries of the journal. The end of a long text is cut off. */
export const selectJournalEntries = (connection: Connection, userId: string): Promise<SummaryRow[]> =>
  summaries(connection, { userId });

const matchingIds = statement(
  'journal_matching_ids',
  (_, { userId, patterns }: { userId: string; patterns: readonly string[] }) => sql<{ id: string }>`
    select id from journal_entries
    where user_id = ${userId} and deleted_at is null and not exists (
      select from unnest(${patterns}::text[]) as wanted (pattern)
      -- macOS writes letters and their accents as separate characters.
      where normalize(restaurant_name) !~ pattern and normalize(journal_text) !~ pattern
        and not exists (select from unnest(tags_with || tags_occasion) as tag where normalize(tag) ~ pattern)
    )`,
);

/**
 * Searches the name of the place, the text and the tags of each entry. Returns the ids of the entries that contain
 * every pattern.
 * @param patterns sources of regular expressions
 */
export const selectEntryIdsMatching = async (
  connection: Connection,
  given: { userId: string; patterns: readonly string[] },
): Promise<string[]> => (await matchingIds(connection, given)).map(({ id }) => id);

const entryByKey = statement(
  'journal_entry',
  (_, { userId, entryId }: EntryKey) => sql<EntryRow>`
    select ${entryColumns} from journal_entries as entry
    where entry.user_id = ${userId} and entry.id = ${entryId} and entry.deleted_at is null`,
);

export const selectEntry = async (connection: Connection, key: EntryKey): Promise<EntryRow | null> =>
  (await entryByKey(connection, key))[0] ?? null;

const lockedVersion = statement(
  'journal_lock',
  (_, { userId }: { userId: string }) => sql<{ version: number }>`
    select version from journals where user_id = ${userId} for update`,
);

/**
 * Makes this transaction the only writer of the journal. The first write of a member creates the journal. The account
 * is locked before the journal, because account deletion uses the same order.
 */
export async function lockJournal(connection: Connection, userId: string): Promise<LockedJournal> {
  await sql`
    insert into journals (user_id) select id from users where id = ${userId} for key share
    on conflict (user_id) do nothing
  `.execute(connection);
  const [journal] = await lockedVersion(connection, { userId });
  if (!journal) throw problem(commonProblems, 'account.sign_in_required');
  return { userId, version: journal.version } as LockedJournal;
}

const ownEntry = statement(
  'journal_own_entry',
  (_, { userId, entryId }: EntryKey) => sql<Pick<OwnedEntry, 'deletedAt' | 'updatedAt'>>`
    select ${milliseconds('deleted_at')} as "deletedAt", ${milliseconds('updated_at')} as "updatedAt"
    from journal_entries where user_id = ${userId} and id = ${entryId} for update`,
);

/**
 * Returns the entry. Returns null if the entry belongs to another member. The row is locked too, because the purge of
 * deleted entries does not lock the journal.
 */
export async function findOwnedEntry(
  connection: Connection,
  journal: LockedJournal,
  entryId: string,
): Promise<OwnedEntry | null> {
  const [row] = await ownEntry(connection, { userId: journal.userId, entryId });
  return row ? ({ ...row, journal, id: entryId } as OwnedEntry) : null;
}

const insertedEntry = statement(
  'journal_insert_entry',
  (_, given: EntryKey & DraftFields & { createdAt: Date | null }) => sql<WrittenRow>`
    with ${raisedVersion(given.userId)}, entry as (
      insert into journal_entries (
        user_id, id, ${draftFields.names}, ${textField.names}, created_at, updated_at
      ) values (
        ${given.userId}, ${given.entryId}, ${draftFields.values(given)}, ${textField.values(given)},
        coalesce(${given.createdAt}::timestamptz, now()), coalesce(${given.createdAt}::timestamptz, now())
      )
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal`,
);

/** @param createdAt the time of creation; default: now */
export const insertEntry = async (
  connection: Connection,
  { userId }: LockedJournal,
  { id, draft, createdAt = null }: { id: string; draft: CheckedJournalDraft; createdAt?: Date | null },
): Promise<WrittenRow> =>
  written(await insertedEntry(connection, { userId, entryId: id, ...draft, createdAt }));

const updatedEntry = statement(
  'journal_update_entry',
  (_, given: EntryKey & DraftFields) => sql<WrittenRow>`
    with ${raisedVersion(given.userId)}, entry as (
      update journal_entries
      set ${draftFields.assignments(given)}, ${textField.assignments(given)},
        -- If two changes happen within a millisecond, the second change must still be a new version.
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where user_id = ${given.userId} and id = ${given.entryId}
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal`,
);

export const updateEntry = async (
  connection: Connection,
  { journal: { userId }, id }: OwnedEntry,
  draft: CheckedJournalDraft,
): Promise<WrittenRow> => written(await updatedEntry(connection, { userId, entryId: id, ...draft }));

const deletedEntry = statement(
  'journal_set_entry_deleted',
  (_, { userId, entryId, isDeleted }: EntryKey & { isDeleted: boolean }) => sql<WrittenRow>`
    with ${raisedVersion(userId)}, entry as (
      update journal_entries set deleted_at = case when ${isDeleted} then now() end
      where user_id = ${userId} and id = ${entryId}
      returning *
    )
    select ${entryColumns}, journal.version as "journalVersion" from entry cross join journal`,
);

export const setEntryDeleted = async (
  connection: Connection,
  { journal: { userId }, id }: OwnedEntry,
  isDeleted: boolean,
): Promise<WrittenRow> => written(await deletedEntry(connection, { userId, entryId: id, isDeleted }));

const purgedEntries = statement(
  'journal_purge',
  (_, { limit }: { limit: number }) => sql<{ id: string }>`
    delete from journal_entries
    where (user_id, id) in (
      select user_id, id from journal_entries where deleted_at < now() - interval '1 day' limit ${limit}
    ) and deleted_at < now() - interval '1 day'
    returning id`,
);

/** Purges up to `limit` entries that were deleted more than a day ago. Returns the ids of these entries. */
export const purgeDeletedEntries = async (connection: Connection, limit: number): Promise<string[]> =>
  (await purgedEntries(connection, { limit })).map(({ id }) => id);

function written([row]: WrittenRow[]): WrittenRow {
  if (!row) throw new Error('A locked journal entry was not found.');
  return row;
}
