import { v7 } from 'uuid';
import { koreanQuery } from '#common/korean.ts';
import { selectPlaceVisibleTo } from '#features/catalogue/server/catalogue.public.ts';
import {
  type CheckedJournalChanges,
  type CheckedJournalDraft,
  type Journal,
  type JournalEntry,
  journalProblems,
  PHOTO_LIMITS,
  type WrittenEntry,
} from '#features/journal/journal.contract.ts';
import { canRestore, differingFields, draftOf, isVisitDateValid } from '#features/journal/journal.rules.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { attachPhotos, photosUsedBy } from '#features/photos/server/photos.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { InvalidRequest, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  type EntryKey,
  findOwnedEntry,
  insertEntry,
  lockJournal,
  type EntryRow,
  type OwnedEntry,
  selectEntry,
  selectEntryIdsMatching,
  selectJournalEntries,
  setEntryDeleted,
  updateEntry,
  type WrittenRow,
} from './journal.sql.ts';

/** The purpose under which `features/photos` stores the photos of entries. */
const purpose = 'journal';

/**
 * Returns the journal. The caller must read `version` before this call, so that the version is never newer than the
 * entries. If a write happens in between, the browser reads the journal once more.
 */
export const readJournal = async (
  database: Database,
  { userId, version }: { userId: string; version: number },
): Promise<Journal> => {
  const rows = await selectJournalEntries(database, userId);
  const photos = await photosUsedBy(database, { purpose, usedBy: rows.map(({ id }) => id) });
  return { version, entries: rows.map((row) => ({ ...row, photos: photos.get(row.id) ?? [] })) };
};

export async function searchJournal(
  database: Database,
  { userId, q }: { userId: string; q: string },
): Promise<{ entryIds: string[] }> {
  const patterns = koreanQuery(q).tokens.map(({ pattern }) => pattern);
  if (patterns.length === 0) return { entryIds: [] };
  return { entryIds: await selectEntryIdsMatching(database, { userId, patterns }) };
}

/** @throws journal.deleted */
export async function existingEntry(transaction: Connection, key: EntryKey): Promise<WrittenEntry> {
  const { version } = await lockJournal(transaction, key.userId);
  const entry = await selectEntry(transaction, key);
  if (!entry) throw problem(journalProblems, 'journal.deleted');
  return { entry: await withPhotos(transaction, entry), journalVersion: version };
}

/** @throws journal.not_found */
export async function readEntry(database: Connection, key: EntryKey): Promise<JournalEntry> {
  const entry = await selectEntry(database, key);
  if (!entry) throw problem(journalProblems, 'journal.not_found');
  return withPhotos(database, entry);
}

/**
 * Returns the entries of a day with their whole texts.
 * @param day the midnight of the date in UTC, in milliseconds
 */
export async function entriesOfDay(
  database: Database,
  { userId, day }: { userId: string; day: number },
): Promise<JournalEntry[]> {
  const rows = await selectJournalEntries(database, userId);
  const ofDay = rows.filter(({ visitDate }) => visitDate === day);
  return Promise.all(ofDay.map(({ id }) => readEntry(database, { userId, entryId: id })));
}

/**
 * @param now milliseconds
 * @throws photos.not_found, photos.limit_reached, request.invalid (visitDate, restaurantId)
 */
export async function addEntry(
  transaction: Connection,
  {
    person,
    draft,
    now,
    id = v7(),
  }: { person: Person; draft: CheckedJournalDraft; now: number; id?: string | undefined },
): Promise<WrittenEntry> {
  const checked = await checkDraft(transaction, { person, draft, now });
  const journal = await lockJournal(transaction, person.userId);
  const row = await insertEntry(transaction, journal, { id, draft: checked });
  return answerOf(row, await attach(transaction, { person, entryId: row.id, draft }));
}

/**
 * Adds an entry from an archive. If the journal already contains an entry with this id, deleted or not, nothing is
 * added and the result is null. Photos beyond the limit of the member's tier are left out. If the member may not see
 * the place of the entry, the link to the place is left out.
 * @param now milliseconds
 * @throws photos.not_found, request.invalid (visitDate)
 */
export async function addArchivedEntry(
  transaction: Connection,
  {
    person,
    id,
    draft,
    createdAt,
    now,
  }: { person: Person; id: string; draft: CheckedJournalDraft; createdAt: Date; now: number },
): Promise<WrittenEntry | null> {
  const photoIds = draft.photoIds.slice(0, PHOTO_LIMITS[person.tier]);
  const restaurantId = (await linkedPlace(transaction, { person, draft })) ? draft.restaurantId : null;
  const checked = await checkDraft(transaction, { person, draft: { ...draft, photoIds, restaurantId }, now });
  const journal = await lockJournal(transaction, person.userId);
  if (await findOwnedEntry(transaction, journal, id)) return null;
  const row = await insertEntry(transaction, journal, { id, draft: checked, createdAt });
  return answerOf(row, await attach(transaction, { person, entryId: id, draft: checked }));
}

/**
 * Changes an entry. A change that is based on another version is rejected, except if the entry already has the new
 * content, as after a retry.
 * @param now milliseconds
 * @throws journal.not_found, journal.changed_elsewhere, photos.not_found, photos.limit_reached, request.invalid
 * (visitDate, restaurantId)
 */
export const changeEntry = ({
  database,
  person,
  entryId,
  changes: { basedOn, ...draft },
  now,
}: {
  database: Database;
  person: Person;
  entryId: string;
  changes: CheckedJournalChanges;
  now: number;
}): Promise<WrittenEntry> =>
  database.transaction().execute(async (transaction) => {
    const checked = await checkDraft(transaction, { person, draft, now });
    const key = { userId: person.userId, entryId };
    const entry = await ownEntry(transaction, key);
    if (entry.deletedAt !== null) throw problem(journalProblems, 'journal.not_found');
    if (entry.updatedAt !== basedOn) {
      const current = await readEntry(transaction, key);
      if (differingFields(checked, draftOf(current)).length > 0)
        throw problem(journalProblems, 'journal.changed_elsewhere');
      return { entry: current, journalVersion: entry.journal.version };
    }
    const row = await updateEntry(transaction, entry, checked);
    return answerOf(row, await attach(transaction, { person, entryId, draft }));
  });

/**
 * Deletes an entry. The entry can be restored for a day. The function is idempotent.
 * @throws journal.not_found
 */
export const deleteEntry = ({ database, ...key }: { database: Database } & EntryKey): Promise<WrittenEntry> =>
  database.transaction().execute(async (transaction) => {
    const entry = await ownEntry(transaction, key);
    if (entry.deletedAt !== null) return { entry: null, journalVersion: entry.journal.version };
    const { journalVersion } = await setEntryDeleted(transaction, entry, true);
    return { entry: null, journalVersion };
  });

/**
 * Restores a deleted entry. The function is idempotent.
 * @param now milliseconds
 * @throws journal.not_found, also if the deletion is more than a day old
 */
export const restoreEntry = ({
  database,
  now,
  ...key
}: { database: Database; now: number } & EntryKey): Promise<WrittenEntry> =>
  database.transaction().execute(async (transaction) => {
    const entry = await ownEntry(transaction, key);
    const { deletedAt, journal } = entry;
    if (deletedAt === null)
      return { entry: await readEntry(transaction, key), journalVersion: journal.version };
    if (!canRestore({ deletedAt, now })) throw problem(journalProblems, 'journal.not_found');
    const { journalVersion, ...row } = await setEntryDeleted(transaction, entry, false);
    return { entry: await withPhotos(transaction, row), journalVersion };
  });

async function ownEntry(transaction: Connection, { userId, entryId }: EntryKey): Promise<OwnedEntry> {
  const entry = await findOwnedEntry(transaction, await lockJournal(transaction, userId), entryId);
  if (!entry) throw problem(journalProblems, 'journal.not_found');
  return entry;
}

/**
 * Checks a draft and returns it. If the draft has a place of the catalogue, the name of the place replaces the typed
 * name.
 */
async function checkDraft<Draft extends Omit<CheckedJournalDraft, 'amountWon'>>(
  transaction: Connection,
  { person, draft, now }: { person: Person; draft: Draft; now: number },
): Promise<Draft> {
  if (!isVisitDateValid({ visitDate: draft.visitDate, now }))
    throw new InvalidRequest([{ path: 'visitDate', code: 'journal.date_in_future' }]);
  if (draft.restaurantId === null) return draft;
  const place = await linkedPlace(transaction, { person, draft });
  if (!place) throw new InvalidRequest([{ path: 'restaurantId', code: 'journal.restaurant_unknown' }]);
  return { ...draft, restaurantName: place.name };
}

/** Returns the place of the draft. Returns null if the draft has no place or the member may not see the place. */
const linkedPlace = async (
  transaction: Connection,
  {
    person: { userId },
    draft: { restaurantId },
  }: { person: Person; draft: Pick<CheckedJournalDraft, 'restaurantId'> },
) => (restaurantId === null ? null : selectPlaceVisibleTo(transaction, { placeId: restaurantId, userId }));

/**
 * Locks the photos and attaches them to the entry. If an entry already has more photos than the member's tier allows,
 * the entry keeps these photos but gets no new ones.
 */
const attach = (
  transaction: Connection,
  {
    person,
    entryId,
    draft,
  }: { person: Person; entryId: string; draft: Pick<CheckedJournalDraft, 'photoIds'> },
): Promise<Photo[]> =>
  attachPhotos(transaction, {
    ownerId: person.userId,
    purpose,
    usedBy: entryId,
    photoIds: draft.photoIds,
    limit: PHOTO_LIMITS[person.tier],
  });

async function withPhotos(connection: Connection, row: EntryRow): Promise<JournalEntry> {
  const photos = await photosUsedBy(connection, { purpose, usedBy: [row.id] });
  return { ...row, photos: photos.get(row.id) ?? [] };
}

const answerOf = ({ journalVersion, ...row }: WrittenRow, photos: Photo[]): WrittenEntry => ({
  entry: { ...row, photos },
  journalVersion,
});
