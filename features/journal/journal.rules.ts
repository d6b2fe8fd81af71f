import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import {
  type CheckedJournalDraft,
  type JournalEntry,
  type JournalEntrySummary,
  TEXT_START,
} from './journal.contract.ts';

/** Milliseconds for which a deleted entry can be restored. After that, the entry is purged with its photos. */
export const UNDO_MILLISECONDS = DAY_MS;

/** The largest UTC offset (Line Islands, UTC+14), in milliseconds. */
const FURTHEST_ZONE_AHEAD_MS = 14 * HOUR_MS;

/** Whether the visit date has begun anywhere on earth. Times in milliseconds. */
export const isVisitDateValid = ({ visitDate, now }: { visitDate: number; now: number }): boolean =>
  visitDate <= now + FURTHEST_ZONE_AHEAD_MS;

/** Times in milliseconds. */
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
});

/** The fields in which two versions of an entry differ. */
export const differingFields = (
  one: CheckedJournalDraft,
  other: CheckedJournalDraft,
): (keyof CheckedJournalDraft)[] =>
  (Object.keys(one) as (keyof CheckedJournalDraft)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );

type InTime = Pick<JournalEntry, 'id' | 'visitDate' | 'createdAt'>;

/** Sorts by visitDate, then createdAt, newest first; ties by id. */
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
