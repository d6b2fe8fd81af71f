import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { letterKey, type MatchRange } from '#common/korean.ts';
import { neighbourhoodOf, locationWords, withoutCountry } from '#features/places/addresses.rules.ts';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import { BusinessStatus, type PlaceDetails, type PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { type SearchDatabase, searchOn } from '#server/database/search-database.ts';
import { searchPoint, indexPointOf } from './cells.ts';
import {
  type PlaceRow,
  selectAreasOfWords,
  selectNearest,
  selectPlaceByPlaceId,
  selectPointsByAddress,
} from './places.sql.ts';
import type { PlacesProvider } from './places-provider.ts';
import { findPlaces } from './find-places.ts';
import { blockOf } from './search-plan.ts';
import { businessStatusAmong } from './status-among.ts';

const SUGGESTIONS = 10;
/** A house this near shares the address, in metres; up to the second distance only the neighbourhood is returned. */
const SAME_BUILDING = 50;
const SAME_NEIGHBOURHOOD = 2000;

/**
 * The built-in index as a maps service: the starter set and the licence register.
 * @param searchDatabase for everything but a place by its id
 */
export const localIndex = (
  database: Connection,
  searchDatabase: SearchDatabase = searchOn(database),
): PlacesProvider => ({
  autocomplete: (request) => searchDatabase.read((connection) => search(connection, request)),

  details: async ({ placeId }) => {
    const row = await selectPlaceByPlaceId(database, placeId);
    return row === undefined ? null : details(row);
  },

  currentStatus: async ({ placeId, known: { name, coordinates } }) => {
    const row = await selectPlaceByPlaceId(database, placeId);
    if (row) return { status: statusOf(row), placeId };
    if (!coordinates) return { status: null, placeId };
    const around = await searchDatabase.read((connection) =>
      search(connection, { query: name, near: coordinates }),
    );
    return { status: businessStatusAmong(around, { name }), placeId };
  },

  photos: async () => [],
  photo: async () => null,

  nearby: async ({ centre, radius, limit }) => {
    const rows = await searchDatabase.read((connection) =>
      selectNearest(connection, { point: indexPointOf(centre), limit }),
    );
    return rows
      .map((row) => suggestion(row, { near: centre, nameMatches: [] }))
      .filter(({ distanceMetres: metres }) => metres !== null && metres <= radius)
      .toSorted((a, b) => (a.distanceMetres ?? 0) - (b.distanceMetres ?? 0));
  },

  reverseGeocode: async (point) => {
    const around = await searchDatabase.read((connection) =>
      selectNearest(connection, { point: indexPointOf(point), limit: 5 }),
    );
    const nearest = around.find(({ address }) => address !== '');
    const at = nearest && coordinatesOf(nearest);
    if (!nearest || !at) return null;
    const metres = distanceMetres(point, at);
    if (metres <= SAME_BUILDING) return withoutCountry(nearest.address);
    return metres <= SAME_NEIGHBOURHOOD ? neighbourhoodOf(nearest.address) : null;
  },

  geocode: (address) => searchDatabase.read((connection) => geocode(connection, address)),
});

async function geocode(connection: Connection, address: string): Promise<Coordinates | null> {
  const keys = locationWords([address]).map(letterKey);
  if (keys.length === 0) return null;
  const [first, ...others] = (await selectAreasOfWords(connection, keys)).filter(({ length }) => length > 0);
  const cells = (first ?? []).filter((cell) => others.every((each) => each.includes(cell)));
  // Only a neighbourhood or a road is specific enough; a city has thousands of places in many cells.
  if (cells.length === 0 || CELLS_OF_A_NEIGHBOURHOOD < cells.length) return null;
  const blocks = cells.map((cell) => blockOf({ cell, match: 'start' }));
  const points = await selectPointsByAddress(connection, { blocks, keys, limit: 500 });
  const [, number] = /(?:로|길)\s*(\d+(?:-\d+)?)/.exec(address) ?? [];
  const isSameBuilding = points.filter((each) => number !== undefined && each.address.includes(` ${number}`));
  return middleOf(isSameBuilding.length > 0 ? isSameBuilding : points);
}

async function search(
  database: Connection,
  { query: typed, near }: { query: string; near?: Coordinates | undefined },
): Promise<PlaceSuggestion[]> {
  const found = await findPlaces(database, { typed, point: searchPoint(near), limit: SUGGESTIONS });
  return found.map(({ row, query, isGuess }) => ({
    ...suggestion(row, { near, nameMatches: query.ranges(row.name) }),
    isGuess,
  }));
}

const CELLS_OF_A_NEIGHBOURHOOD = 4;

function middleOf(points: readonly Coordinates[]): Coordinates | null {
  if (points.length === 0) return null;
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b) / numbers.length;
  return { lat: mean(points.map(({ lat }) => lat)), lng: mean(points.map(({ lng }) => lng)) };
}

const statusOf = (row: PlaceRow) => BusinessStatus.nullable().parse(row.business_status);

const coordinatesOf = ({ lat, lng }: PlaceRow): Coordinates | null =>
  lat === null || lng === null ? null : { lat, lng };

function suggestion(
  row: PlaceRow,
  { near, nameMatches }: { near: Coordinates | undefined; nameMatches: MatchRange[] },
): PlaceSuggestion {
  const coordinates = coordinatesOf(row);
  return {
    placeId: row.place_id,
    name: row.name,
    nameMatches,
    address: row.address,
    kind: row.kind,
    categoryId: row.category_id,
    coordinates,
    distanceMetres: near && coordinates ? Math.round(distanceMetres(near, coordinates)) : null,
    businessStatus: statusOf(row),
    isExample: row.is_example,
    isGuess: false,
  };
}

const details = (row: PlaceRow): PlaceDetails => ({
  ...UNKNOWN_DETAILS,
  placeId: row.place_id,
  provider: 'local',
  name: row.name,
  address: row.address,
  coordinates: coordinatesOf(row),
  kind: row.kind,
  categoryId: row.category_id,
  phoneNumber: row.phone_number,
  website: row.website,
  businessStatus: statusOf(row),
  isExample: row.is_example,
});
