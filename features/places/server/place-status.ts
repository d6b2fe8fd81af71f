import type { Coordinates } from '#common/geo.ts';
import { houseOf } from '#features/places/addresses.rules.ts';
import type { PlaceStatus, PlaceSuggestion } from '#features/places/places.contract.ts';
import type { PlacesProvider } from './places-provider.ts';

/** Metres. */
const SIMILAR_WITHIN = 500;
const PLACES_READ = 100;
const OFFERED = 3;

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
    coordinates: Coordinates;
  },
): Promise<PlaceStatus> {
  const { status } = await builtIn.currentStatus({ placeId, known: { name, coordinates } });
  if (status !== 'closed_permanently' && status !== 'closed_temporarily')
    return { businessStatus: status, tenants: [], similar: [] };
  const around = await builtIn.nearby({ centre: coordinates, radius: SIMILAR_WITHIN, limit: PLACES_READ });
  const others = around.filter((place) => place.placeId !== placeId);
  const house = houseOf(address);
  const isTenant = (place: PlaceSuggestion) => house !== null && houseOf(place.address) === house;
  return {
    businessStatus: status,
    tenants: others.filter(isTenant).slice(0, OFFERED),
    similar: others
      .filter((place) => place.categoryId !== null && place.categoryId === categoryId && !isTenant(place))
      .slice(0, OFFERED),
  };
}
