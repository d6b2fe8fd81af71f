import { cellOf, indexPointOf, UNKNOWN_CELL } from '#features/places/server/search/cells.ts';
import { insertWords } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';
import type { PlacesTable } from './next-places.sql.ts';
import type { PlaceFacts } from './place-rows.ts';
import { insertFromRows, keepChangedRows, updateFromRows } from './place-rows.sql.ts';

export type AddressWord = { word: string; cell: number };
export type Stored = { added: number; changed: number };

/**
 * Updates the places from `place_rows`, in the caller's transaction. The caller holds the lock on the index.
 * @param words words of addresses, with the cells in which they occur
 */
export async function storePlaceRows(
  connection: Connection,
  words: readonly AddressWord[],
  table: PlacesTable = 'places',
): Promise<Stored> {
  await insertWords(connection, words);
  if ((await keepChangedRows(connection, table)) === 0) return { added: 0, changed: 0 };
  const changed = await updateFromRows(connection, table);
  return { added: await insertFromRows(connection, table), changed };
}

/** Returns the words of a place's addresses, with the cell of the place. */
export function addressWordsOf({
  addressWords,
  lat,
  lng,
}: Pick<PlaceFacts, 'addressWords' | 'lat' | 'lng'>): AddressWord[] {
  const cell = lat === null || lng === null ? UNKNOWN_CELL : cellOf(indexPointOf({ lat, lng }));
  return addressWords
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ word, cell }));
}
