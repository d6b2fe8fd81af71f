import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { currentAddress } from '#common/regions.ts';
import type { KoreanQuery, MatchRange } from '#common/korean.ts';
import { neighbourhoodOf, withoutCountry } from '#features/places/addresses.rules.ts';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import { BusinessStatus, type PlaceDetails, type PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { type SearchDatabase, searchOn } from '#server/database/search-database.ts';
import { searchPoint, indexPointOf } from './cells.ts';
import {
  type PlaceRow,
  selectNearest,
  selectPlaceByPlaceId,
  type SuggestedRow,
} from '#features/places/server/places.sql.ts';
import type { PlacesProvider } from '#features/places/server/providers/places-provider.ts';
import { findPlaces } from './find-places.ts';
import { geocodeLocally } from './geocode-locally.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { businessStatusAmong } from '#features/places/server/status-among.ts';

const SUGGESTIONS = 10;
/** Metres. If the nearest place is within this distance of a point, its address is returned for the point. */
const SAME_BUILDING = 50;
/** Metres. If the nearest place is within this distance of a point, its neighbourhood is returned for the point. */
const SAME_NEIGHBOURHOOD = 2000;

/**
 * The built-in index as a maps service. The index contains the starter set and the licence register.
 * @param searchDatabase the database for searches; a place is read by its id from `database`
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
    if (metres <= SAME_BUILDING) return currentAddress(withoutCountry(nearest.address));
    return metres <= SAME_NEIGHBOURHOOD ? neighbourhoodOf(currentAddress(nearest.address)) : null;
  },

  geocode: (address) => searchDatabase.read((connection) => geocodeLocally(connection, address)),
});

async function search(
  database: Connection,
  { query: typed, near }: { query: string; near?: Coordinates | undefined },
): Promise<PlaceSuggestion[]> {
  const found = await findPlaces(database, { typed, point: searchPoint(near), limit: SUGGESTIONS });
  return found.map(({ row, query, isGuess, isAlike }) => ({
    ...suggestion(row, { near, nameMatches: matchesIn(row.name, { query, isAlike }) }),
    isGuess,
  }));
}

/**
 * Returns the matched parts of a name. A name in hanja is matched by its Korean reading, which has the same length.
 * If the name only sounds like the query, the whole name is marked.
 */
function matchesIn(name: string, { query, isAlike }: { query: KoreanQuery; isAlike: boolean }): MatchRange[] {
  const matches = query.ranges(readHanja(name));
  return matches.length === 0 && isAlike ? [[0, name.length]] : matches;
}

const NullableStatus = BusinessStatus.nullable();
const statusOf = (row: SuggestedRow) => NullableStatus.parse(row.business_status);

const coordinatesOf = ({ lat, lng }: SuggestedRow): Coordinates | null =>
  lat === null || lng === null ? null : { lat, lng };

function suggestion(
  row: SuggestedRow,
  { near, nameMatches }: { near: Coordinates | undefined; nameMatches: MatchRange[] },
): PlaceSuggestion {
  const coordinates = coordinatesOf(row);
  return {
    placeId: row.place_id,
    name: row.name,
    nameMatches,
    address: currentAddress(row.address),
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
  address: currentAddress(row.address),
  coordinates: coordinatesOf(row),
  kind: row.kind,
  categoryId: row.category_id,
  phoneNumber: row.phone_number,
  website: row.website,
  businessStatus: statusOf(row),
  isExample: row.is_example,
});
