import { type ExpressionBuilder, sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import { DAY_MS } from '#common/dates.ts';
import {
  type CheckedJournalChanges,
  type CheckedJournalDraft,
  type JournalEntry,
  type JournalEntrySummary,
  TEXT_START,
} from '#features/journal/journal.contract.ts';
import { milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
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

/** Without `amountWon`, an update keeps the stored amount. */
type DraftFields = Omit<CheckedJournalChanges, 'photoIds' | 'basedOn'>;
/** Returns the columns of a draft, for an insert or update. */
const columnsOfDraft = ({ visitDate, visitTime, ...draft }: DraftFields) => ({
  restaurant_id: draft.restaurantId,
  restaurant_name: draft.restaurantName,
  visit_date: sql<Date>`date '1970-01-01' + (${visitDate}::int8 / ${sql.lit(DAY_MS)})::int`,
  visit_time: sql<string>`${visitTime}::time`,
  tags_with: draft.tagsWith,
  tags_occasion: draft.tagsOccasion,
  journal_text: draft.journalText,
  amount_won: draft.amountWon,
});

type Entries = Pick<DB, 'journal_entries'>;

/** The columns of an entry except the text, because the journal document contains only the beginning of the text. */
const commonColumns = ({ ref }: ExpressionBuilder<Entries, 'journal_entries'>) =>
  [
    'id',
    milliseconds(ref('created_at')).as('createdAt'),
    milliseconds(ref('updated_at')).as('updatedAt'),
    'restaurant_id as restaurantId',
    'restaurant_name as restaurantName',
    sql<number>`(visit_date - date '1970-01-01')::int8 * ${sql.lit(DAY_MS)}`.as('visitDate'),
    sql<string | null>`to_char(visit_time, 'HH24:MI')`.as('visitTime'),
    'tags_with as tagsWith',
    'tags_occasion as tagsOccasion',
    'amount_won as amountWon',
  ] as const;

const journalVersion = sql<number>`(select version from journal)`.as('journalVersion');

/** Adds the common table expression `journal`. It raises the version of the journal and returns the new version. */
const withRaisedVersion = (connection: Connection, userId: string) =>
  connection.with('journal', (database) =>
    database
      .updateTable('journals')
      .set({ version: nextVersion('version') })
      .where('user_id', '=', userId)
      .returning('version'),
  );

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

/** Returns the entries of the journal. The end of a long text is cut off. */
export const selectJournalEntries = (connection: Connection, userId: string): Promise<SummaryRow[]> =>
  connection
    .selectFrom('journal_entries')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(commonColumns)
    .select([
      sql<string>`left(journal_text, ${sql.lit(TEXT_START)})`.as('textStart'),
      sql<boolean>`char_length(journal_text) > ${sql.lit(TEXT_START)}`.as('isTextTruncated'),
    ])
    .orderBy('visit_date', 'desc')
    .orderBy('journal_entries.created_at', 'desc')
    .orderBy('id')
    .execute();

/**
 * Searches the name of the place, the text and the tags of each entry. Returns the ids of the entries that contain
 * every pattern.
 * @param patterns sources of regular expressions
 */
export async function selectEntryIdsMatching(
  connection: Connection,
  { userId, patterns }: { userId: string; patterns: readonly string[] },
): Promise<string[]> {
  const rows = await connection
    .selectFrom('journal_entries')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    // macOS writes letters and their accents as separate characters.
    .where(
      sql<boolean>`not exists (
        select from unnest(${patterns}::text[]) as wanted (pattern)
        where normalize(restaurant_name) !~ pattern and normalize(journal_text) !~ pattern
          and not exists (select from unnest(tags_with || tags_occasion) as tag where normalize(tag) ~ pattern)
      )`,
    )
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectEntry(
  connection: Connection,
  { userId, entryId }: EntryKey,
): Promise<EntryRow | null> {
  const entry = await connection
    .selectFrom('journal_entries')
    .where('user_id', '=', userId)
    .where('id', '=', entryId)
    .where('deleted_at', 'is', null)
    .select(commonColumns)
    .select('journal_text as journalText')
    .executeTakeFirst();
  return entry ?? null;
}

/**
 * Makes this transaction the only writer of the journal. The first write of a member creates the journal. The account
 * is locked before the journal, because account deletion uses the same order.
 */
export async function lockJournal(connection: Connection, userId: string): Promise<LockedJournal> {
  await sql`
    insert into journals (user_id) select id from users where id = ${userId} for key share
    on conflict (user_id) do nothing
  `.execute(connection);
  const journal = await connection
    .selectFrom('journals')
    .where('user_id', '=', userId)
    .select('version')
    .forUpdate()
    .executeTakeFirst();
  if (!journal) throw problem(commonProblems, 'account.sign_in_required');
  return { userId, version: journal.version } as LockedJournal;
}

/**
 * Returns the entry. Returns null if the entry belongs to another member. The row is locked too, because the purge of
 * deleted entries does not lock the journal.
 */
export async function findOwnedEntry(
  connection: Connection,
  journal: LockedJournal,
  entryId: string,
): Promise<OwnedEntry | null> {
  const row = await connection
    .selectFrom('journal_entries')
    .where('user_id', '=', journal.userId)
    .where('id', '=', entryId)
    .select(({ ref }) => [
      milliseconds(ref('deleted_at')).as('deletedAt'),
      milliseconds(ref('updated_at')).as('updatedAt'),
    ])
    .forUpdate()
    .executeTakeFirst();
  return row ? ({ ...row, journal, id: entryId } as OwnedEntry) : null;
}

/** @param createdAt the time of creation; default: now */
export const insertEntry = (
  connection: Connection,
  { userId }: LockedJournal,
  { id, draft, createdAt }: { id: string; draft: CheckedJournalDraft; createdAt?: Date | null },
): Promise<WrittenRow> =>
  withRaisedVersion(connection, userId)
    .insertInto('journal_entries')
    .values({
      user_id: userId,
      id,
      ...columnsOfDraft(draft),
      created_at: createdAt ?? sql<Date>`now()`,
      updated_at: createdAt ?? sql<Date>`now()`,
    })
    .returning(commonColumns)
    .returning(['journal_text as journalText', journalVersion])
    .executeTakeFirstOrThrow();

export const updateEntry = (
  connection: Connection,
  { journal: { userId }, id }: OwnedEntry,
  draft: DraftFields,
): Promise<WrittenRow> =>
  withRaisedVersion(connection, userId)
    .updateTable('journal_entries')
    .set({
      ...columnsOfDraft(draft),
      // If two changes happen within a millisecond, the second change must still be a new version.
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(commonColumns)
    .returning(['journal_text as journalText', journalVersion])
    .executeTakeFirstOrThrow();

export const setEntryDeleted = (
  connection: Connection,
  { journal: { userId }, id }: OwnedEntry,
  isDeleted: boolean,
): Promise<WrittenRow> =>
  withRaisedVersion(connection, userId)
    .updateTable('journal_entries')
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(commonColumns)
    .returning(['journal_text as journalText', journalVersion])
    .executeTakeFirstOrThrow();

/** Purges up to `limit` entries that were deleted more than a day ago. Returns the ids of these entries. */
export async function purgeDeletedEntries(connection: Connection, limit: number): Promise<string[]> {
  const dayAgo = sql<Date>`now() - interval '1 day'`;
  const rows = await connection
    .deleteFrom('journal_entries')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'id'),
        'in',
        selectFrom('journal_entries')
          .where('deleted_at', '<', dayAgo)
          .select(['user_id', 'id'])
          .limit(limit)
          .$asTuple('user_id', 'id'),
      ),
    )
    .where('deleted_at', '<', dayAgo)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
