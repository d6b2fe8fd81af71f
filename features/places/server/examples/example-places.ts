import { locationWords, wordKeys } from '#features/places/addresses.rules.ts';
import { createPlaceRows, insertPlaceRows } from '#features/places/server/import/place-rows.sql.ts';
import type { PlaceFacts } from '#features/places/server/import/place-rows.ts';
import { addressWordsOf, storePlaceRows } from '#features/places/server/import/store-places.ts';
import {
  deleteExamplePlaces,
  hasExamplePlaces,
  lockIndex,
  selectIndexState,
  updateExamplesVersion,
} from '#features/places/server/index.sql.ts';
import type { Connection, Database } from '#server/database/database.ts';
import list from './example-places.json' with { type: 'json' };

/**
 * The version of the list. Increase the version when the list changes. A database with an older version then gets the
 * new places.
 */
const VERSION = 2;

/**
 * Adds the starter set to the index once, so that a search finds places on the first day. The set contains invented
 * places in real neighbourhoods of two dozen cities. Names, roads, house numbers and points are made up. The
 * telephone numbers have 0000 after the area code, because no subscriber's number begins with 0000. All places are
 * marked as examples (`isExample`).
 */
export async function loadExamplePlaces(database: Database): Promise<void> {
  if (!(await needsExamplePlaces(database))) return;
  await database.transaction().execute(async (transaction) => {
    // If the lock is not free, another process is loading the set or an import is running. The next start tries again.
    if (!(await lockIndex(transaction))) return;
    if (!(await needsExamplePlaces(transaction))) return;
    // If the set was loaded before and is missing now, the operator has removed it.
    const wasRemoved =
      0 < (await selectIndexState(transaction)).examples_version && !(await hasExamplePlaces(transaction));
    if (wasRemoved) return updateExamplesVersion(transaction, VERSION);
    const facts = list.map(exampleFacts);
    await createPlaceRows(transaction);
    await insertPlaceRows(transaction, facts);
    await storePlaceRows(transaction, facts.flatMap(addressWordsOf));
    await updateExamplesVersion(transaction, VERSION);
  });
}

/** Whether the index has no version of the starter set, or an older one. */
export const needsExamplePlaces = async (connection: Connection): Promise<boolean> =>
  (await selectIndexState(connection)).examples_version < VERSION;

/**
 * Removes the starter set from the index permanently.
 * @returns the number of removed places; 0 while an import is running
 */
export const removeExamplePlaces = (database: Database): Promise<number> =>
  database
    .transaction()
    .execute(async (transaction) => ((await lockIndex(transaction)) ? deleteExamples(transaction) : 0));

/** Removes the starter set. The caller holds the lock on the index. */
export async function deleteExamples(transaction: Connection): Promise<number> {
  const count = await deleteExamplePlaces(transaction);
  await updateExamplesVersion(transaction, VERSION);
  return count;
}

function exampleFacts(example: (typeof list)[number]): PlaceFacts {
  const { id, name, categoryId, kind, address, lot, lat, lng, phoneNumber } = example;
  return {
    placeId: `example:${id}`,
    name,
    address,
    lotAddress: lot,
    addressWords: wordKeys(locationWords([address, lot])),
    lat,
    lng,
    kind,
    categoryId,
    phoneNumber,
    website: null,
    businessStatus: 'operational',
    closedOn: null,
    updatedOn: null,
    isExample: true,
  };
}
