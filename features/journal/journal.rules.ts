import type { Tier } from '#features/membership/membership.rules.ts';
import { type JournalEntry, type JournalEntrySummary, PHOTO_LIMITS, TEXT_START } from './journal.contract.ts';

/** How long a deleted entry can be brought back, in milliseconds; afterwards it is purged with its photos. */
export const UNDO_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Where on earth it is already tomorrow, in milliseconds before UTC is there (Line Islands, UTC+14). */
const EARLIEST_ZONE = 14 * 60 * 60 * 1000;

/** A visit lies in the past, or on the day that has begun somewhere on earth. Both in milliseconds. */
export const isVisitPast = ({ visitDate, now }: { visitDate: number; now: number }): boolean =>
  visitDate <= now + EARLIEST_ZONE;

export type PhotosDecision = { allowed: true } | { allowed: false; limit: number };

/**
 * Whether an entry may have these photos. One that has more than its member's tier allows, because they paid for a
 * time, keeps them in any order and may lose some; it gets no new ones.
 * @param before photos of the entry as it is; none for a new one
 */
export function canHavePhotos({
  tier,
  before,
  after,
}: {
  tier: Tier;
  before: readonly string[];
  after: readonly string[];
}): PhotosDecision {
  const limit = PHOTO_LIMITS[tier];
  const isWithin = after.length <= limit;
  return isWithin || after.every((photo) => before.includes(photo))
    ? { allowed: true }
    : { allowed: false, limit };
}

/** Whether a deletion can still be undone. Both in milliseconds. */
export const canRestore = ({ deletedAt, now }: { deletedAt: number; now: number }): boolean =>
  now - deletedAt <= UNDO_MILLISECONDS;

type InTime = Pick<JournalEntry, 'id' | 'visitDate' | 'createdAt'>;

/** The order of the journal: by visitDate, then createdAt, newest first; for equals, by id. */
export function inJournalOrder(one: InTime, other: InTime): number {
  return (
    other.visitDate - one.visitDate ||
    other.createdAt - one.createdAt ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/** An entry as the journal's document holds it. */
export function summaryOf({ journalText, ...entry }: JournalEntry): JournalEntrySummary {
  const characters = [...journalText];
  return {
    ...entry,
    textStart: characters.slice(0, TEXT_START).join(''),
    isCut: characters.length > TEXT_START,
  };
}
