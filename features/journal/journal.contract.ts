import { z } from 'zod';
import { LineOfText, LinesOfText } from '#common/texts.ts';
import { CreationId } from '#common/creation-id.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { DAY_MS, EARLIEST_DAY } from '#common/dates.ts';
import { Photo, PhotoId } from '#features/photos/photos.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';

export const journalProblems = defineProblems({
  'journal.not_found': 404,
  /** An entry with this id existed, but it has been deleted. */
  'journal.deleted': 410,
  /** The entry was changed after the member's device had read it. The edit is based on the earlier version. */
  'journal.changed_elsewhere': 409,
});

/**
 * The options for the companions, in the order of the specification. Entries store the Korean text. `tagName`
 * translates it.
 */
export const COMPANIONS = ['혼밥/혼술', '친구와', '가족과', '동료와'] as const;
/**
 * The options for the occasion, in the order of the specification. 기타 is an option of both lists. The option 직접 입력 is
 * not stored: the text that the member enters is stored instead.
 */
export const OCCASIONS = [
  '데이트',
  '모임/회식',
  '기념일/축하',
  '비즈니스/접대',
  '가볍게 한 끼',
  '특별한 날',
  '여행 중',
  '간단히 요기',
] as const;
export const OTHER = '기타';

export const JOURNAL_RESTAURANT_MAXIMUM = 100;
export const JOURNAL_TEXT_MAXIMUM = 5000;
export const JOURNAL_TAGS_MAXIMUM = 10;
export const JOURNAL_TAG_MAXIMUM = 20;
export const JOURNAL_AMOUNT_MAXIMUM = 99_999_999;
/** The journal document contains at most this many characters of the text of an entry. */
export const TEXT_START = 300;

export const PHOTO_LIMITS = { free: 1, paid: 10 } as const;
/** A calendar date without a time zone. The value is the midnight of the date in UTC, in milliseconds. */
const CalendarDay = z
  .int('journal.date_missing')
  .min(EARLIEST_DAY, 'journal.date_missing')
  .max(8_640_000_000_000_000, 'journal.date_missing')
  .multipleOf(DAY_MS, 'journal.date_missing');

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'journal.time_invalid');

const AmountWon = z
  .int('journal.amount_invalid')
  .min(0, 'journal.amount_invalid')
  .max(JOURNAL_AMOUNT_MAXIMUM, 'journal.amount_too_high');

const Tags = z
  .array(LineOfText.min(1).max(JOURNAL_TAG_MAXIMUM))
  .overwrite((tags) => [...new Set(tags)])
  .max(JOURNAL_TAGS_MAXIMUM);

export const JournalDraft = z.object({
  /**
   * The id of a place in the catalogue. The name of this place replaces the typed name. If it is null, the typed name
   * is used.
   */
  restaurantId: PlaceId.nullable().default(null),
  restaurantName: LineOfText.min(1, 'journal.restaurant_missing').max(JOURNAL_RESTAURANT_MAXIMUM),
  visitDate: CalendarDay,
  visitTime: TimeOfDay.nullable().default(null),
  journalText: LinesOfText.max(JOURNAL_TEXT_MAXIMUM).default(''),
  /** The ids of the photos in display order. The tier of the member may allow fewer photos. */
  photoIds: z.array(PhotoId).max(PHOTO_LIMITS.paid).default([]),
  tagsWith: Tags.default([]),
  tagsOccasion: Tags.default([]),
  /** What the member paid, in won. Only the member sees it. */
  amountWon: AmountWon.nullable().default(null),
});
export type JournalDraft = z.input<typeof JournalDraft>;
export type CheckedJournalDraft = z.output<typeof JournalDraft>;

export const JournalChanges = JournalDraft.extend({
  /** The value of `updatedAt` that the entry had when the edit began. */
  basedOn: z.int(),
  /** If it is absent, the amount stays: earlier versions of the app do not send it. */
  amountWon: AmountWon.nullable().optional(),
});
export type JournalChanges = z.input<typeof JournalChanges>;
export type CheckedJournalChanges = z.output<typeof JournalChanges>;

/** An entry of the journal. Times are in milliseconds. */
export const JournalEntry = z.object({
  id: z.uuid(),
  restaurantId: PlaceId.nullable(),
  restaurantName: z.string(),
  /** A calendar date: its midnight in UTC, in milliseconds. */
  visitDate: z.number(),
  /** The time of the meal, such as `18:40`. */
  visitTime: z.string().nullable(),
  journalText: z.string(),
  photos: z.array(Photo),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
  /** What the member paid, in won; null if no amount was given. Only the member sees it. */
  amountWon: z.int().nullable().default(null),
  createdAt: z.number(),
  /**
   * The time of the last change. It increases with every change. Therefore it also identifies the version of the entry.
   */
  updatedAt: z.number(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** An entry in the journal document. After `TEXT_START` characters the text is cut off. */
export const JournalEntrySummary = JournalEntry.omit({ journalText: true }).extend({
  textStart: z.string(),
  isTextTruncated: z.boolean(),
});
export type JournalEntrySummary = z.infer<typeof JournalEntrySummary>;

/**
 * The journal as one versioned document. The entries are ordered by `visitDate`, and then by `createdAt`. The newest
 * entry comes first.
 */
export const Journal = z.object({ version: z.int(), entries: z.array(JournalEntrySummary) });
export type Journal = z.infer<typeof Journal>;

/** The response of every write. `entry` is null if the entry is no longer in the journal. */
const Written = z.object({ entry: JournalEntry.nullable(), journalVersion: z.int() });
export type WrittenEntry = z.infer<typeof Written>;

const EntryParams = z.object({ entryId: z.uuid() });

export const readJournal = endpoint({
  method: 'GET',
  url: '/api/journal',
  access: 'member',
  schema: { summary: 'Get my journal. Supports If-None-Match.', response: { 200: Journal } },
  problems: [],
});

export const searchJournal = endpoint({
  method: 'GET',
  url: '/api/journal/search',
  access: 'member',
  schema: {
    summary:
      'Search my journal entries by text, place and tags. All words must match; partial Korean input is supported.',
    querystring: z.object({ q: z.string().max(100) }),
    response: { 200: z.object({ entryIds: z.array(z.uuid()) }) },
  },
  problems: [],
});

export const getJournalEntry = endpoint({
  method: 'GET',
  url: '/api/journal/entries/:entryId',
  access: 'member',
  schema: { summary: 'Get one of my journal entries.', params: EntryParams, response: { 200: JournalEntry } },
  problems: ['journal.not_found'],
});

export const addJournalEntry = endpoint({
  method: 'POST',
  url: '/api/journal/entries',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Create a journal entry. A repeat with the same `id` creates nothing and returns the current entry.',
    body: JournalDraft.extend({ id: CreationId }),
    response: { 201: Written },
  },
  problems: ['journal.deleted', 'photos.not_found', 'photos.limit_reached'],
});

export const updateJournalEntry = endpoint({
  method: 'PUT',
  url: '/api/journal/entries/:entryId',
  access: 'member',
  schema: {
    summary: 'Replace a journal entry.',
    params: EntryParams,
    body: JournalChanges,
    response: { 200: Written },
  },
  problems: ['journal.not_found', 'journal.changed_elsewhere', 'photos.not_found', 'photos.limit_reached'],
});

export const deleteJournalEntry = endpoint({
  method: 'DELETE',
  url: '/api/journal/entries/:entryId',
  access: 'member',
  schema: {
    summary: 'Delete a journal entry. Can be restored for one day. Idempotent.',
    params: EntryParams,
    response: { 200: Written },
  },
  problems: ['journal.not_found'],
});

export const restoreJournalEntry = endpoint({
  method: 'POST',
  url: '/api/journal/entries/:entryId/restore',
  access: 'member',
  schema: {
    summary: 'Restore a journal entry deleted within the last day. Idempotent.',
    params: EntryParams,
    response: { 200: Written },
  },
  problems: ['journal.not_found'],
});
