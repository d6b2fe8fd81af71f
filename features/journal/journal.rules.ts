import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import {
  type CheckedJournalChanges,
  type CheckedJournalDraft,
  type JournalEntry,
  type JournalEntrySummary,
  TEXT_START,
} from './journal.contract.ts';

/**
 * The time in milliseconds during which a deleted entry can be restored. After this time, the entry is purged with its
 * photos.
 */
export const UNDO_MILLISECONDS = DAY_MS;

/** The largest UTC offset of a time zone in milliseconds (Line Islands, UTC+14). */
const FURTHEST_ZONE_AHEAD_MS = 14 * HOUR_MS;

/** Whether the visit date has begun in at least one time zone. Times are in milliseconds. */
export const isVisitDateValid = ({ visitDate, now }: { visitDate: number; now: number }): boolean =>
  visitDate <= now + FURTHEST_ZONE_AHEAD_MS;

/** Whether a deleted entry can still be restored. Times are in milliseconds. */
export const canRestore = ({ deletedAt, now }: { deletedAt: number; now: number }): boolean =>
  now - deletedAt <= UNDO_MILLISECONDS;

export const draftOf = (entry: JournalEntry): CheckedJournalDraft => ({
  restaurantId: entry.restaurantId,
  restaurantName: entry.restaurantName,
  visitDate: entry.visitDate,
  visitTime: entry.visitTime,
  journalText: entry.journalText,
  photoIds: entry.photos.map(({ id }) => id),
  tagsWith: entry.tagsWith,
  tagsOccasion: entry.tagsOccasion,
  amountWon: entry.amountWon,
});

/** Returns the fields in which two versions of an entry differ. An absent field does not differ. */
export const differingFields = (
  one: Omit<CheckedJournalChanges, 'basedOn'>,
  other: CheckedJournalDraft,
): (keyof CheckedJournalDraft)[] =>
  (Object.keys(one) as (keyof CheckedJournalDraft)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );

type InTime = Pick<JournalEntry, 'id' | 'visitDate' | 'createdAt'>;

/**
 * Compares two entries for sorting. The later `visitDate` comes first, and then the later `createdAt`. Equal entries
 * are ordered by id.
 */
export function inJournalOrder(one: InTime, other: InTime): number {
  return (
    other.visitDate - one.visitDate ||
    other.createdAt - one.createdAt ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

export function summaryOf({ journalText, ...entry }: JournalEntry): JournalEntrySummary {
  const characters = [...journalText];
  return {
    ...entry,
    textStart: characters.slice(0, TEXT_START).join(''),
    isTextTruncated: characters.length > TEXT_START,
  };
}
