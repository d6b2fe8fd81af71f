import type { Coordinates } from '#common/geo.ts';
import { houseOf } from '#features/places/addresses.rules.ts';
import type { PlaceStatus, PlaceSuggestion } from '#features/places/places.contract.ts';
import type { PlacesProvider } from './places-provider.ts';
import { businessStatusAmong } from './status-among.ts';

/** Metres. */
const SIMILAR_WITHIN = 500;
const PLACES_READ = 100;
const SUGGESTIONS_MAXIMUM = 3;

/**
 * What the licence register knows about a place before it is saved: whether it has closed, and if so, the open places
 * at its address or of its category nearby.
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
    /** null if the suggestions of the maps service have no coordinates. */
    coordinates: Coordinates | null;
  },
): Promise<PlaceStatus> {
  const point = coordinates ?? (await builtIn.geocode(address))[0]?.coordinates ?? null;
  const { status } =
    coordinates || !point
      ? await builtIn.currentStatus({ placeId, known: { name, coordinates } })
      : { status: await statusAtAddress(builtIn, { name, address, near: point }) };
  if (!point || (status !== 'closed_permanently' && status !== 'closed_temporarily'))
    return { businessStatus: status, tenants: [], similar: [] };
  const around = await builtIn.nearby({ centre: point, radius: SIMILAR_WITHIN, limit: PLACES_READ });
  const others = around.filter((place) => place.placeId !== placeId);
  const house = houseOf(address);
  const isTenant = (place: PlaceSuggestion) => house !== null && houseOf(place.address) === house;
  return {
    businessStatus: status,
    tenants: others.filter(isTenant).slice(0, SUGGESTIONS_MAXIMUM),
    similar: others
      .filter((place) => place.categoryId !== null && place.categoryId === categoryId && !isTenant(place))
      .slice(0, SUGGESTIONS_MAXIMUM),
  };
}

/**
 * The status of the register's places with this name in this house. Compares addresses, because the point of an address
 * can be the middle of its road.
 */
async function statusAtAddress(
  builtIn: PlacesProvider,
  { name, address, near }: { name: string; address: string; near: Coordinates },
): Promise<PlaceStatus['businessStatus']> {
  const house = houseOf(address);
  const found = await builtIn.autocomplete({ query: name, near });
  return businessStatusAmong(
    found.filter((place) => house !== null && houseOf(place.address) === house),
    { name },
  );
}
