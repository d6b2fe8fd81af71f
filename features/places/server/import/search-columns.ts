import {
  countPlaces,
  lockIndex,
  markIndexCurrent,
  selectIndexState,
} from '#features/places/server/index.sql.ts';
import { searchColumnsOf } from '#features/places/server/search/place-keys.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { selectPlacesAfter, writeSearchColumns } from './search-columns.sql.ts';
import { createSearchIndexes } from './search-indexes.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.update_search_columns': Record<string, never>;
  }
}

/** Number of places that one transaction updates. */
const PLACES_AT_ONCE = 2000;

/**
 * Updates the search columns of all places if an update of the software has changed how they are computed, and creates
 * indexes that an interrupted import has left out.
 */
export async function updateIfBehind(database: Database): Promise<void> {
  await createSearchIndexes(database);
  if ((await selectIndexState(database)).is_behind) await updateSearchColumns(database);
}

/** Computes the search columns of all places again. Only different rows are written. */
export async function updateSearchColumns(
  database: Database,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<void> {
  const total = await countPlaces(database);
  let done = 0;
  for (let after = 0; ;) {
    const ids = await database.transaction().execute(async (transaction) => {
      // If the lock is not free, an import is running. The next job continues.
      if (!(await lockIndex(transaction))) return null;
      return updateSome(transaction, after);
    });
    if (ids === null) return;
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    done += ids.length;
    onProgress({ done, total });
  }
  await markIndexCurrent(database);
}

/** @returns the ids of the compared places in ascending order */
async function updateSome(transaction: Connection, after: number): Promise<number[]> {
  const places = await selectPlacesAfter(transaction, { after, limit: PLACES_AT_ONCE });
  await writeSearchColumns(
    transaction,
    places.map((place) => ({ id: place.id, ...searchColumnsOf(place) })),
  );
  return places.map(({ id }) => id);
}
