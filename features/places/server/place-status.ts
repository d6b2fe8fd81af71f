import type { Coordinates } from '#common/geo.ts';
import { letterKey } from '#common/korean-keys.ts';
import { houseOf } from '#features/places/addresses.rules.ts';
import type { PlaceStatus, PlaceSuggestion } from '#features/places/places.contract.ts';
import type { PlacesProvider } from './providers/places-provider.ts';
import { businessStatusOfLicences } from './status-among.ts';

/** Metres. Places of the same category within this distance are suggested. */
const SIMILAR_WITHIN = 500;
/** Metres. A place with the same name within this distance may be the place after it has moved. */
const MOVED_WITHIN = 5_000;
const PLACES_READ = 100;
const SUGGESTIONS_MAXIMUM = 3;

/**
 * Returns what the licence register contains about a place before it is saved. If the place has closed, the result
 * contains open places at its address, and open places of its category nearby.
 */
export async function placeStatus(
  builtIn: PlacesProvider,
  {
    placeId,
    name,
    address,
    categoryId,
    coordinates,
  }: {
    placeId: string;
    name: string;
    address: string;
    categoryId: string | undefined;
    /** null if the suggestion of the maps service had no coordinates. */
    coordinates: Coordinates | null;
  },
): Promise<PlaceStatus> {
  const point = coordinates ?? (await builtIn.geocode(address))[0]?.coordinates ?? null;
  const { status } = coordinates
    ? await builtIn.currentStatus({ placeId, known: { name, coordinates } })
    : { status: await statusAtAddress(builtIn, { name, address, near: point }) };
  if (!point || (status !== 'closed_permanently' && status !== 'closed_temporarily'))
    return { businessStatus: status, tenants: [], similar: [], successors: [] };
  const around = await builtIn.nearby({ centre: point, radius: SIMILAR_WITHIN, limit: PLACES_READ });
  const others = around.filter((place) => place.placeId !== placeId);
  const successors = await successorsOf(builtIn, { placeId, name, near: point });
  const house = houseOf(address);
  const isTenant = (place: PlaceSuggestion) => house !== null && houseOf(place.address) === house;
  return {
    businessStatus: status,
    tenants: others.filter(isTenant).slice(0, SUGGESTIONS_MAXIMUM),
    similar: others
      .filter((place) => place.categoryId !== null && place.categoryId === categoryId && !isTenant(place))
      .slice(0, SUGGESTIONS_MAXIMUM),
    successors,
  };
}

/** Returns the open places with the same name that are near, the nearest first. */
async function successorsOf(
  builtIn: PlacesProvider,
  { placeId, name, near }: { placeId: string; name: string; near: Coordinates },
): Promise<PlaceSuggestion[]> {
  const found = await builtIn.autocomplete({ query: name, near });
  return found
    .filter((place) => place.placeId !== placeId && !place.isGuess && place.businessStatus === 'operational')
    .filter((place) => letterKey(place.name) === letterKey(name))
    .filter(({ distanceMetres }) => distanceMetres !== null && distanceMetres <= MOVED_WITHIN)
    .toSorted((a, b) => (a.distanceMetres ?? 0) - (b.distanceMetres ?? 0))
    .slice(0, SUGGESTIONS_MAXIMUM);
}

/**
 * Returns the status of the place in the licence register with this name in this house. The addresses are compared,
 * because the point of an address can be the middle of its road, and a house with closed places only has no point.
 */
async function statusAtAddress(
  builtIn: PlacesProvider,
  { name, address, near }: { name: string; address: string; near: Coordinates | null },
): Promise<PlaceStatus['businessStatus']> {
  const house = houseOf(address);
  const found = await builtIn.autocomplete({ query: name, ...(near && { near }) });
  return businessStatusOfLicences(
    found.filter((place) => house !== null && houseOf(place.address) === house),
    { name },
  );
}
