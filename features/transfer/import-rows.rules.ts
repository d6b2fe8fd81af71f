import { TO_VISIT } from '#common/visit-status.ts';
import { TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import {
  EMPTY_SAVED_RESTAURANT,
  type SavedRestaurantFields,
} from '#features/restaurants/restaurants.rules.ts';
import {
  type Additive,
  additionsBetween,
  leftOutCount,
  withSource,
} from '#features/restaurants/another-source.rules.ts';
import { joinedVisibility } from './joined-review.rules.ts';
import type { Additions, ImportedPlace, ImportFields, ImportRow, RowChoice } from './imports.contract.ts';
import { sourceMemoOf } from './source-memo.rules.ts';

/** How long an open import is kept after its last change, in milliseconds. */
export const REVIEW_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a saved import can be undone, in milliseconds. */
export const IMPORT_UNDO_MS = 24 * 60 * 60 * 1000;

export const NEW_IMPORT_FIELDS: ImportFields = {
  status: TO_VISIT,
  customTags: [],
  sourceKind: null,
  sourceMemo: '',
  collectionId: '',
};

/** Whether a place that was entered by hand can be saved. The place needs a name, and an address or a point. */
export const canSaveByHand = ({
  name,
  address,
  coordinates,
}: Pick<ImportedPlace, 'name' | 'address' | 'coordinates'>): boolean =>
  name.trim() !== '' && (address.trim() !== '' || coordinates !== null);

/**
 * Returns the place that would be saved for a row. Returns null while the member must choose a place, or if the place
 * is already in the list.
 */
export function targetOf({
  place,
  match,
  choice,
}: Pick<ImportRow, 'place' | 'match' | 'choice'>): RowChoice | null {
  if (match?.state === 'saved') return null;
  if (choice?.from === 'hand') return canSaveByHand(place) ? choice : null;
  if (choice) return choice;
  const [certain] = match?.state === 'certain' ? match.candidates : [];
  return certain ? { from: 'maps', place: certain } : null;
}

type Reviewed = Pick<
  ImportRow,
  'place' | 'fields' | 'match' | 'choice' | 'restaurantId' | 'collectedIn' | 'added'
>;

/** Returns a restaurant of the member's list by its id. */
export type SavedById = ReadonlyMap<string, Additive>;

/** Returns the values of a row that can be added to a restaurant of the list. The link of the row is not one of them. */
export const sourceOf = ({ fields }: Pick<ImportRow, 'fields'>): Additive => ({
  status: fields.status,
  rating: fields.rating,
  review: fields.review,
  customTags: fields.customTags,
  sourceKind: fields.sourceKind,
  sourceMemo: fields.sourceMemo,
  userCategoryOverrideId: fields.categoryId ?? null,
  visitedAt: fields.visitedAt ?? null,
  isShared: false,
});

/** Returns what a row would add to the restaurant that is already in the list; null if it would add nothing. */
export function additionsOf(row: Pick<ImportRow, 'fields' | 'match'>, saved: SavedById): Additions | null {
  const before = row.match?.state === 'saved' ? saved.get(row.match.restaurantId ?? '') : undefined;
  const source = sourceOf(row);
  return before === undefined ? null : additionsBetween(before, withSource(before, source), source);
}

/** Counts the values of a row for which the restaurant that is already in the list has no room. */
export function leftOutOf(row: Pick<ImportRow, 'fields' | 'match'>, saved: SavedById): number {
  const before = row.match?.state === 'saved' ? saved.get(row.match.restaurantId ?? '') : undefined;
  const source = sourceOf(row);
  return before === undefined ? 0 : leftOutCount(withSource(before, source), source);
}

/** Whether a row has been saved, completely or in part. */
export const isDone = ({ restaurantId, collectedIn, added }: Reviewed): boolean =>
  restaurantId !== null || collectedIn !== null || added !== null;

/**
 * Joins two rows of one place in an import. The later row adds to the fields of the earlier row. Returns null if the
 * values of both do not fit into one row.
 */
export function mergedFields(
  earlier: ImportRow['fields'],
  later: ImportRow['fields'],
): ImportRow['fields'] | null {
  const source = sourceOf({ fields: later });
  const merged = withSource(sourceOf({ fields: earlier }), source);
  if (leftOutCount(merged, source) > 0) return null;
  const { status, rating, review, customTags, sourceKind, sourceMemo, userCategoryOverrideId, visitedAt } =
    merged;
  return {
    ...earlier,
    status,
    rating,
    review,
    customTags,
    sourceKind,
    sourceMemo,
    ...(userCategoryOverrideId !== null && { categoryId: userCategoryOverrideId }),
    ...(visitedAt !== null && { visitedAt }),
    ...joinedVisibility(earlier, later),
  };
}

/** Returns the id of the collection into which the place of a row is put; null if there is none. */
export const collectionOf = ({ fields }: Pick<ImportRow, 'fields'>, imported: ImportFields): string | null =>
  (fields.collectionId ?? imported.collectionId) || null;

/**
 * Whether a row can be saved: its place is new, or is in the list and goes into a collection or gets values of the row.
 */
export const isSavable = (row: Reviewed, imported: ImportFields, saved: SavedById): boolean =>
  !isDone(row) &&
  (targetOf(row) !== null ||
    (row.match?.state === 'saved' &&
      (collectionOf(row, imported) !== null || additionsOf(row, saved) !== null)));

/**
 * Returns the fields that the form of a row shows. The tags of the whole import are not included, because they are
 * added when the row is saved.
 */
export const shownFieldsOf = ({
  fields: { status, customTags, sourceKind, sourceMemo, collectionId },
  imported,
}: {
  fields: ImportRow['fields'];
  imported: ImportFields;
}): ImportFields => ({
  status: status ?? imported.status,
  customTags,
  sourceKind: sourceKind ?? imported.sourceKind,
  sourceMemo: sourceMemo || imported.sourceMemo,
  collectionId: collectionId ?? imported.collectionId ?? '',
});

/**
 * Returns the fields of the restaurant that a row saves. A field that the row does not set is taken from the import.
 */
export function savedFieldsOf({
  row: { place, fields },
  imported,
}: {
  row: Pick<ImportRow, 'place' | 'fields'>;
  imported: ImportFields;
}): SavedRestaurantFields {
  const { collectionId: _, ...shown } = shownFieldsOf({ fields, imported });
  return {
    ...EMPTY_SAVED_RESTAURANT,
    ...shown,
    rating: fields.rating,
    review: fields.review,
    customTags: [...new Set([...fields.customTags, ...imported.customTags])].slice(0, TAGS_MAXIMUM),
    sourceMemo: sourceMemoOf({ memo: shown.sourceMemo, link: place.link }),
    userCategoryOverrideId: fields.categoryId ?? null,
    isShared: fields.isShared ?? false,
    isAnonymous: fields.isAnonymous ?? false,
  };
}

/**
 * Returns the positions of the ticked rows. These are the rows that the member ticked, the rows whose place is in the
 * list and can be saved, and new rows in order until the list is full. Rows that the member unticked are never included.
 * @param room number of restaurants that still fit into the list
 */
export function tickedPositions({
  rows,
  imported,
  room,
  saved,
}: {
  rows: readonly (Reviewed & Pick<ImportRow, 'position' | 'isChecked'>)[];
  imported: ImportFields;
  room: number;
  saved: SavedById;
}): Set<number> {
  const savable = rows.filter((row) => isSavable(row, imported, saved));
  const own = savable.filter(({ isChecked }) => isChecked === true);
  const proposed = savable.filter(({ isChecked }) => isChecked === null);
  const left = Math.max(0, room - own.filter(isNew).length);
  const ticked = [...own, ...proposed.filter((row) => !isNew(row)), ...proposed.filter(isNew).slice(0, left)];
  return new Set(ticked.map(({ position }) => position));
}

/** Whether saving a row adds a restaurant to the list. */
export const isNew = (row: Reviewed): boolean => targetOf(row) !== null;
