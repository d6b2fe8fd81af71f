import { searchColumnsOf } from '#features/places/server/search/place-keys.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { DB } from '#server/database/tables.ts';

/**
 * The data of a place from a source, before the place is stored. Dates have the form YYYY-MM-DD, points are in WGS84
 * degrees.
 */
export type PlaceFacts = {
  placeId: string;
  name: string;
  address: string;
  /**
   * The address with the lot number, if `address` is a road address; '' if this address is unknown or equals
   * `address`.
   */
  lotAddress: string;
  /** The words of all addresses of the place, in the format of `wordKeys`. */
  addressWords: string;
  lat: number | null;
  lng: number | null;
  kind: string | null;
  categoryId: string | null;
  phoneNumber: string | null;
  website: string | null;
  businessStatus: PlaceDetails['businessStatus'];
  closedOn: string | null;
  updatedOn: string | null;
  isExample: boolean;
};

/** The columns of `places` that a source fills, in the order of PLACE_ROW_COLUMNS. */
const COLUMN_OF = {
  placeId: 'place_id',
  name: 'name',
  address: 'address',
  lotAddress: 'lot_address',
  addressWords: 'address_words',
  lat: 'lat',
  lng: 'lng',
  kind: 'kind',
  categoryId: 'category_id',
  phoneNumber: 'phone_number',
  website: 'website',
  businessStatus: 'business_status',
  closedOn: 'closed_on',
  updatedOn: 'updated_on',
  isExample: 'is_example',
} as const satisfies Record<keyof PlaceFacts, keyof DB['places']>;

/** The columns that `searchColumnsOf` computes. */
export const SEARCH_COLUMNS = ['letters', 'initials', 'sound', 'address_terms', 'spot'] as const;

export const PLACE_ROW_COLUMNS = [...Object.values(COLUMN_OF), ...SEARCH_COLUMNS].join(', ');

/** Returns the facts with the names of their columns, and the columns for the search. */
export const placeRecord = (facts: PlaceFacts): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(COLUMN_OF).map(([field, column]) => [column, facts[field as keyof PlaceFacts]]),
  ),
  ...searchColumnsOf(facts),
});

/** Returns a line in PostgreSQL's text format of `copy`, with the columns in the order of PLACE_ROW_COLUMNS. */
export function placeRowLine(facts: PlaceFacts): string {
  const { placeId, name, address, lotAddress, addressWords, lat, lng, kind } = facts;
  const { categoryId, phoneNumber, website, businessStatus, closedOn, updatedOn, isExample } = facts;
  const { letters, initials, sound, address_terms: addressTerms, spot } = searchColumnsOf(facts);
  return (
    `${copyText(placeId)}\t${copyText(name)}\t${copyText(address)}\t${copyText(lotAddress)}\t${copyText(addressWords)}` +
    `\t${lat ?? NULL}\t${lng ?? NULL}\t${copyText(kind)}\t${categoryId ?? NULL}\t${copyText(phoneNumber)}` +
    `\t${copyText(website)}\t${businessStatus ?? NULL}\t${closedOn ?? NULL}\t${updatedOn ?? NULL}` +
    `\t${isExample ? 't' : 'f'}\t${copyText(letters)}\t${copyText(initials)}\t${sound ?? NULL}` +
    `\t${copyText(addressTerms)}\t${spot ?? NULL}\n`
  );
}

const NULL = '\\N';
const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Returns a value in PostgreSQL's text format of `copy`. */
function copyText(text: string | null): string {
  if (text === null) return NULL;
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : text;
}
