import type { Coordinates } from '#common/geo.ts';
import { letterKey } from '#common/korean-keys.ts';
import { houseOf, splitAddress, typedLocationWords } from '#features/places/addresses.rules.ts';
import { housesOf } from '#features/places/houses.rules.ts';
import { ADDRESS_MATCHES_MAXIMUM, type AddressMatch } from '#features/places/addresses.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { searchPoint } from './cells.ts';
import { houseTerm } from './place-terms.ts';
import { selectByTerms, selectPointsByAddress } from './place-terms.sql.ts';
import { selectPlaces } from '#features/places/server/places.sql.ts';
import { selectCellsOfWords } from './search-words.sql.ts';

/**
 * Geocodes an address with the index of places. Returns the known houses at the address. If none is known, returns
 * the middle of the road or neighbourhood.
 */
export async function geocodeLocally(connection: Connection, address: string): Promise<AddressMatch[]> {
  const keys = typedLocationWords(address).map(letterKey);
  const houses = await findHouses(connection, { address, keys });
  return houses.length > 0 ? houses : findArea(connection, { address, keys });
}

type AddressSearch = {
  address: string;
  /** Letter keys of the words that name a location. The words of the places are stored in the same form. */
  keys: readonly string[];
};

async function findHouses(connection: Connection, { address, keys }: AddressSearch): Promise<AddressMatch[]> {
  const prefixes = housesOf(address).map(houseTerm);
  const terms = await selectByTerms(connection, { prefixes, point: searchPoint(undefined), limit: 200 });
  const rows = await selectPlaces(
    connection,
    terms.map(({ id }) => id),
  );
  const matches = new Map<string, Coordinates>();
  for (const { address: found, address_words, lat, lng } of rows) {
    const isMeant = keys.every((key) => address_words.includes(` ${key}`));
    const house = houseOf(found);
    if (isMeant && house !== null && lat !== null && lng !== null && !matches.has(house))
      matches.set(house, { lat, lng });
  }
  return [...matches]
    .slice(0, ADDRESS_MATCHES_MAXIMUM)
    .map(([house, coordinates]) => ({ address: house, coordinates, precision: 'house' }));
}

/**
 * The maximum number of cells of an area. A larger area, such as a city, is not specific enough, because it has
 * thousands of places in many cells.
 */
const CELLS_OF_A_NEIGHBOURHOOD = 4;

async function findArea(connection: Connection, { address, keys }: AddressSearch): Promise<AddressMatch[]> {
  if (keys.length === 0) return [];
  const [first, ...others] = (await selectCellsOfWords(connection, keys)).filter(({ length }) => length > 0);
  const cells = (first ?? []).filter((cell) => others.every((each) => each.includes(cell)));
  if (cells.length === 0 || CELLS_OF_A_NEIGHBOURHOOD < cells.length) return [];
  const points = await selectPointsByAddress(connection, { keys, limit: 500 });
  const middle = middleOf(points);
  return middle === null ? [] : [{ address: areaOf(address), coordinates: middle, precision: 'area' }];
}

/** Returns the typed words up to the smallest area, without numbers and floors. */
function areaOf(address: string): string {
  const words = splitAddress(address);
  const last = words.findLastIndex((word) => typedLocationWords(word).length > 0);
  return words.slice(0, last + 1).join(' ');
}

function middleOf(points: readonly Coordinates[]): Coordinates | null {
  if (points.length === 0) return null;
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b) / numbers.length;
  return { lat: mean(points.map(({ lat }) => lat)), lng: mean(points.map(({ lng }) => lng)) };
}
