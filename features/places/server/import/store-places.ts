import { cellOf, UNKNOWN_CELL } from '#features/places/server/cells.ts';
import {
  deleteKeys,
  deletePoints,
  deleteTerms,
  insertKeys,
  insertPoints,
  insertTerms,
  insertWords,
  markIndexStale,
  type OpenPlacePoint,
} from '#features/places/server/index.sql.ts';
import { type IndexedPlace, placeKeysOf, pointOfPlace } from '#features/places/server/place-keys.ts';
import { forgetProfiles } from '#features/places/server/search-words.ts';
import { placeTermsOf } from '#features/places/server/place-terms.ts';
import type { Connection } from '#server/database/database.ts';
import type { PlaceFacts } from './place-rows.ts';
import {
  insertFromRows,
  insertNewRows,
  keepChangedRows,
  selectBeforeUpdate,
  selectIndexedPlaces,
  updateFromRows,
} from './place-rows.sql.ts';

export type AddressWord = { word: string; cell: number };
export type Stored = {
  added: number;
  changed: number;
  /** The ids of changed places whose rows in the search tables do not contain the change yet. */
  outdated: readonly number[];
};

/**
 * Updates the places and the search tables from `place_rows`, in the caller's transaction. If more than
 * `reindexedMaximum` places are new or changed, the search tables are only marked as outdated, because rebuilding
 * them is faster (`rebuildSearchTables`). The caller holds the lock on the index.
 * @param words words of addresses, with the cells in which they occur
 * @param now milliseconds
 */
export async function storePlaceRows(
  connection: Connection,
  { words, reindexedMaximum, now }: { words: readonly AddressWord[]; reindexedMaximum: number; now: number },
): Promise<Stored> {
  forgetProfiles();
  await insertWords(connection, words);
  const changedCount = await keepChangedRows(connection);
  if (changedCount === 0) return { added: 0, changed: 0, outdated: [] };
  if (reindexedMaximum < changedCount) {
    await markIndexStale(connection);
    const outdated = await updateFromRows(connection);
    return { changed: outdated.length, outdated, added: await insertNewRows(connection) };
  }
  const before = await selectBeforeUpdate(connection);
  await updateFromRows(connection);
  const added = await insertFromRows(connection);
  const after = await selectIndexedPlaces(connection, [...before.map(({ id }) => id), ...added]);
  await reindex(connection, { before, after, now });
  return { changed: before.length, added: added.length, outdated: [] };
}

async function reindex(
  connection: Connection,
  { before, after, now }: { before: readonly IndexedPlace[]; after: readonly IndexedPlace[]; now: number },
): Promise<void> {
  const oldRows = new Map(before.map((place) => [place.id, searchRowsOf(place, now)]));
  // Most changes, such as a new telephone number, do not change the rows of the search tables.
  const reindexed = new Set(
    after.filter((place) => oldRows.get(place.id) !== searchRowsOf(place, now)).map(({ id }) => id),
  );
  const old = before.filter(({ id }) => reindexed.has(id));
  const current = after.filter(({ id }) => reindexed.has(id));
  await deleteKeys(
    connection,
    old.flatMap((place) => placeKeysOf(place, now)),
  );
  await deletePoints(connection, old.flatMap(openPointOf));
  await deleteTerms(connection, old.flatMap(placeTermsOf));
  await insertKeys(
    connection,
    current.flatMap((place) => placeKeysOf(place, now)),
  );
  await insertPoints(connection, current.flatMap(openPointOf));
  await insertTerms(connection, current.flatMap(placeTermsOf));
}

const searchRowsOf = (place: IndexedPlace, now: number) =>
  JSON.stringify([placeKeysOf(place, now), openPointOf(place), placeTermsOf(place)]);

/** Returns the rows of a place in `place_spots`. A place that is closed or has no coordinates has no row. */
export function openPointOf(place: IndexedPlace): OpenPlacePoint[] {
  const point = pointOfPlace(place);
  return point === null || place.isClosed
    ? []
    : [{ place_id: place.id, category_id: place.categoryId, ...point }];
}

/** Returns the words of a place's addresses, with the cell of the place. */
export function addressWordsOf(place: Pick<PlaceFacts, 'addressWords' | 'lat' | 'lng'>): AddressWord[] {
  const point = pointOfPlace(place);
  const cell = point === null ? UNKNOWN_CELL : cellOf(point);
  return place.addressWords
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ word, cell }));
}
