import { locationWords, wordKeys } from '#features/places/addresses.rules.ts';
import type { Database } from '#server/database/database.ts';
import { createPlaceRows, insertPlaceRows } from './import/place-rows.sql.ts';
import type { PlaceFacts } from './import/place-rows.ts';
import { addressWordsOf, storePlaceRows } from './import/store-places.ts';

export type TestPlace = Partial<PlaceFacts> & { name: string };

/** Returns the facts of a place. By default this is an open place in 명동, Seoul. */
export function placeFacts(given: TestPlace): PlaceFacts {
  const address = given.address ?? '서울특별시 중구 명동9길 12 (을지로1가)';
  return {
    placeId: `test:${given.name}:${given.lat ?? ''}`,
    address,
    lotAddress: '',
    addressWords: wordKeys(locationWords([address, given.lotAddress ?? ''])),
    lat: 37.5645,
    lng: 126.982,
    kind: '한식',
    categoryId: 'korean',
    phoneNumber: null,
    website: null,
    businessStatus: 'operational',
    closedOn: null,
    updatedOn: null,
    isExample: false,
    ...given,
  };
}

/** Adds places to the index. Places that are already in the index are updated. */
export async function seedPlaces(database: Database, places: readonly TestPlace[]): Promise<PlaceFacts[]> {
  const facts = places.map(placeFacts);
  await database.transaction().execute(async (transaction) => {
    await createPlaceRows(transaction);
    await insertPlaceRows(transaction, facts);
    await storePlaceRows(transaction, facts.flatMap(addressWordsOf));
  });
  return facts;
}
