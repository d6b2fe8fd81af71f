import { z } from 'zod';
import { EARLIEST_DAY } from '#common/dates.ts';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { LineOfText } from '#common/texts.ts';
import { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { CollectionId } from '#features/collections/collections.contract.ts';
import { PlaceId, PlaceSuggestion } from '#features/places/places.contract.ts';
import { NewRestaurant, RestaurantStatus, SourceKind } from '#features/restaurants/restaurants.contract.ts';

export const importsProblems = defineProblems({
  /** The import is unknown, belongs to another member, or has expired. */
  'transfer.import_not_found': 404,
  /** params: limit */
  'transfer.too_many_rows': 409,
  /** Rows cannot change while they are being saved or removed. */
  'transfer.import_busy': 409,
  /** The import has more new places than the list of a free member has room for. params: limit, room, more */
  'transfer.not_enough_room': 409,
  /** The import saved nothing within the last day. */
  'transfer.undo_expired': 409,
});

export const IMPORT_ROWS_MAXIMUM = 5_000;
/** Maximum number of rows in one request. */
export const IMPORT_ROWS_AT_ONCE = 500;
/** Maximum number of rows that one request matches. A request may match fewer. */
export const MATCHES_AT_ONCE = 50;

/** A place as the file, text or shared list describes it. A text that the source does not contain is ''. */
export const ImportedPlace = z.object({
  name: LineOfText.max(100),
  address: LineOfText.max(200),
  phoneNumber: ManualPlace.shape.phoneNumber,
  link: z.string().trim().max(500),
  coordinates: Coordinates.nullable(),
  /** The place id if the source is one of our own exports; otherwise ''. */
  placeId: z.string().max(300),
});
export type ImportedPlace = z.infer<typeof ImportedPlace>;

const { customTags, sourceMemo, review, rating, isShared, isAnonymous, categoryId } = NewRestaurant.shape;
const Time = z.int().min(EARLIEST_DAY).max(8_640_000_000_000_000);

const ChosenCollection = CollectionId.or(z.literal('')).optional();

/**
 * The values that are saved with one row. If `status` or `sourceKind` is null, or `sourceMemo` is '', the value of the
 * import is saved.
 */
export const RowFields = z.object({
  status: RestaurantStatus.nullable(),
  customTags: customTags.unwrap(),
  sourceKind: SourceKind.nullable(),
  sourceMemo: sourceMemo.unwrap(),
  rating: rating.unwrap(),
  review: review.unwrap(),
  /**
   * Times at which the place was saved and visited, in milliseconds. If a time is absent, the time at which the row is
   * saved is used.
   */
  savedAt: Time.optional(),
  visitedAt: Time.optional(),
  /** Whether the review is public. */
  isShared: isShared.optional(),
  isAnonymous: isAnonymous.optional(),
  /** The category that the member chose. An unknown id is ignored. */
  categoryId,
  /**
   * Id of the collection into which the place is put; '' for none. If the field is absent, the collection of the import
   * is used.
   */
  collectionId: ChosenCollection,
});
export type RowFields = z.infer<typeof RowFields>;

/** The values that are saved with all rows of an import. */
export const ImportFields = z.object({
  status: RestaurantStatus,
  customTags: customTags.unwrap(),
  sourceKind: SourceKind.nullable(),
  sourceMemo: sourceMemo.unwrap(),
  /**
   * Id of the collection into which the places are put. If the value is '' or absent, the places are put into no
   * collection.
   */
  collectionId: ChosenCollection,
});
export type ImportFields = z.infer<typeof ImportFields>;

/** A place of the index that a row may mean. */
export const Candidate = PlaceSuggestion.pick({
  placeId: true,
  name: true,
  address: true,
  kind: true,
  businessStatus: true,
}).extend({
  /** Absent if the candidate was found by an earlier version. */
  categoryId: PlaceSuggestion.shape.categoryId.optional(),
});
export type Candidate = z.infer<typeof Candidate>;

export const RowMatch = z.object({
  /** The texts on screen are 이미 있어요 for `saved`, 확실해요 for `certain`, 골라 주세요 for `choose`, and 못 찾았어요 for `none`. */
  state: z.enum(['saved', 'certain', 'choose', 'none']),
  /** The most likely candidate is first. If the state is `certain`, there is exactly one candidate. */
  candidates: z.array(Candidate).max(5),
  /** Id of the saved restaurant that the row corresponds to; null if there is none. */
  restaurantId: PlaceId.nullable(),
});
export type RowMatch = z.infer<typeof RowMatch>;

/** What the member chose for a row: a place of the index, or the place as it was imported. */
export const RowChoice = z.discriminatedUnion('from', [
  z.object({ from: z.literal('maps'), place: Candidate }),
  z.object({ from: z.literal('hand') }),
]);
export type RowChoice = z.infer<typeof RowChoice>;

const Position = z.int().min(0).max(1_000_000);

/** Number of values of each kind that rows added to restaurants that were already in the list. */
export const Additions = z.object({
  tags: z.int(),
  ratings: z.int(),
  reviews: z.int(),
  memos: z.int(),
  visits: z.int(),
  categories: z.int(),
  /** Number of tags, texts and ratings for which the restaurants had no room. */
  leftOut: z.int().default(0),
});
export type Additions = z.infer<typeof Additions>;

export const ImportRow = z.object({
  position: Position,
  place: ImportedPlace,
  fields: RowFields,
  /** The result of the matching; null if the row has not been matched yet. */
  match: RowMatch.nullable(),
  choice: RowChoice.nullable(),
  /** Whether the member ticked the row; null if the member left the proposed tick unchanged. */
  isChecked: z.boolean().nullable(),
  /** Id of the restaurant that this row added; null if the row added none. */
  restaurantId: PlaceId.nullable(),
  /** Id of the collection into which this row put its place; null if there is none. */
  collectedIn: z.string().nullable(),
  /** What this row added to a restaurant that was already in the list; null if it added nothing. */
  added: Additions.nullable(),
  /** Problem code of the last attempt to save the row; null if there is none. */
  problem: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const PlaceImport = z.object({
  id: z.uuid(),
  /**
   * In the state `done`, the import is closed, and new rows go into another import. A closed import can be
   * undone until `undoUntil`.
   */
  state: z.enum(['review', 'saving', 'undoing', 'done']),
  fields: ImportFields,
  rowCount: z.int(),
  unmatchedCount: z.int(),
  /** Number of rows that added a restaurant. */
  savedCount: z.int(),
  /** Number of rows that put a place into a collection. */
  collectedCount: z.int(),
  /** Number of rows that added values to restaurants that were already in the list, and what they added together. */
  addedToCount: z.int(),
  added: Additions,
  /** Number of rows that added a restaurant, put a place into a collection, or added values to a restaurant. */
  doneCount: z.int(),
  /** Number of rows that still have to be saved, or to be removed by an undo. */
  waitingCount: z.int(),
  /** Time until which the import can be undone, in milliseconds; null if there is nothing to undo. */
  undoUntil: z.number().nullable(),
  updatedAt: z.number(),
  expiresAt: z.number(),
});
export type PlaceImport = z.infer<typeof PlaceImport>;

/** Codes of the problems that a chosen collection can cause. */
const COLLECTION_PROBLEMS = ['collections.not_found', 'collections.not_allowed', 'collections.read_only'];

const ImportParams = z.object({ importId: z.uuid() });
const imported = { response: { 200: PlaceImport } } as const;

export const listImports = endpoint({
  method: 'GET',
  url: '/api/place-imports',
  access: 'member',
  schema: {
    summary: 'List my imports: the open one first.',
    response: { 200: z.object({ imports: z.array(PlaceImport) }) },
  },
  problems: [],
});

export const NewRows = z.object({
  rows: z
    .array(z.object({ place: ImportedPlace, fields: RowFields }))
    .min(1)
    .max(IMPORT_ROWS_AT_ONCE),
});

export const addImportRows = endpoint({
  method: 'POST',
  url: '/api/place-imports',
  access: 'member',
  schema: {
    summary:
      'Add places to my open import, or open one. Places that it already contains are skipped. Saves nothing in my list.',
    body: NewRows,
    ...imported,
  },
  problems: ['transfer.too_many_rows', 'transfer.import_busy', ...COLLECTION_PROBLEMS],
});

export const getImport = endpoint({
  method: 'GET',
  url: '/api/place-imports/:importId',
  access: 'member',
  schema: { summary: 'Get one of my imports.', params: ImportParams, ...imported },
  problems: ['transfer.import_not_found'],
});

export const listImportRows = endpoint({
  method: 'GET',
  url: '/api/place-imports/:importId/rows',
  access: 'member',
  schema: {
    summary: `List rows of an import in their order, ${IMPORT_ROWS_AT_ONCE} at a time.`,
    params: ImportParams,
    /** The position of the last row of the previous page. */
    querystring: z.object({ after: z.coerce.number().int().min(-1).default(-1) }),
    response: { 200: z.object({ rows: z.array(ImportRow) }) },
  },
  problems: ['transfer.import_not_found'],
});

export const matchImportRows = endpoint({
  method: 'POST',
  url: '/api/place-imports/:importId/matches',
  access: 'member',
  schema: {
    summary: `Search the index for the next rows that are not matched yet, at most ${MATCHES_AT_ONCE}. Repeat until no row is returned.`,
    params: ImportParams,
    response: { 200: z.object({ rows: z.array(ImportRow) }) },
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy'],
});

/** Changes of one row. Values that are absent stay unchanged. If the place changes, it is matched again. */
export const RowChange = z.object({
  position: Position,
  place: ImportedPlace.pick({ name: true, address: true }).optional(),
  fields: RowFields.partial().optional(),
  choice: RowChoice.nullable().optional(),
  isChecked: z.boolean().nullable().optional(),
});
export type RowChange = z.infer<typeof RowChange>;

export const changeImportRows = endpoint({
  method: 'PATCH',
  url: '/api/place-imports/:importId/rows',
  access: 'member',
  schema: {
    summary: 'Change unsaved rows of an import. Unknown rows are ignored.',
    params: ImportParams,
    body: z.object({ changes: z.array(RowChange).min(1).max(IMPORT_ROWS_AT_ONCE) }),
    response: { 200: z.object({ rows: z.array(ImportRow) }) },
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy', ...COLLECTION_PROBLEMS],
});

export const changeImport = endpoint({
  method: 'PATCH',
  url: '/api/place-imports/:importId',
  access: 'member',
  schema: {
    summary: 'Set the status, tags and source that are saved with every row of an import.',
    params: ImportParams,
    body: z.object({ fields: ImportFields }),
    ...imported,
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy', ...COLLECTION_PROBLEMS],
});

export const saveImport = endpoint({
  method: 'POST',
  url: '/api/place-imports/:importId/save',
  access: 'member',
  schema: {
    summary:
      'Save these rows in my list and put them into their collections, in the background. Rows without a certain or chosen place are skipped. Rows that are in my list add what is missing there, and are put into their collections. Continues after a cancellation.',
    params: ImportParams,
    body: z.object({ positions: z.array(Position).min(1).max(IMPORT_ROWS_MAXIMUM) }),
    ...imported,
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy', 'transfer.not_enough_room'],
});

export const cancelImport = endpoint({
  method: 'POST',
  url: '/api/place-imports/:importId/cancel',
  access: 'member',
  schema: {
    summary: 'Stop saving an import. Restaurants already saved are kept. Idempotent.',
    params: ImportParams,
    ...imported,
  },
  problems: ['transfer.import_not_found'],
});

export const undoImport = endpoint({
  method: 'POST',
  url: '/api/place-imports/:importId/undo',
  access: 'member',
  schema: {
    summary:
      'Undo an import: remove the restaurants and values that it saved within the last day from my list and its collections, in the background. Restaurants changed after the import are kept.',
    params: ImportParams,
    ...imported,
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy', 'transfer.undo_expired'],
});

export const deleteImport = endpoint({
  method: 'DELETE',
  url: '/api/place-imports/:importId',
  access: 'member',
  schema: {
    summary:
      'Discard the rows of an import that are not saved. What is saved stays, and can still be undone.',
    params: ImportParams,
    response: { 200: z.object({ imports: z.array(PlaceImport) }) },
  },
  problems: ['transfer.import_not_found', 'transfer.import_busy'],
});
