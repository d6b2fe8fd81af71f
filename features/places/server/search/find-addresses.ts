import { ADDRESS_MATCHES_MAXIMUM, type AddressMatch } from '#features/places/addresses.contract.ts';
import landmarks from './landmarks.json' with { type: 'json' };
import type { PlacesProvider } from '#features/places/server/providers/places-provider.ts';
import stations from './stations.json' with { type: 'json' };

/**
 * Returns the points that a typed address can mean. If a station or landmark has the typed name, its points are
 * returned, because geocoders do not find stations and landmarks by their names. Otherwise the matches of the maps
 * service are returned.
 */
export async function findTypedAddress({
  maps,
  typed,
}: {
  maps: Pick<PlacesProvider, 'geocode'>;
  typed: string;
}): Promise<AddressMatch[]> {
  const named = NAMED_POINTS.get(nameKey(typed));
  return named?.slice(0, ADDRESS_MATCHES_MAXIMUM) ?? maps.geocode(typed);
}

/** Returns the key of a station's name. 성수역, 성수 역 and 성수 have the same key. */
const nameKey = (name: string) => name.replace(/\s+/g, '').replace(/(?<=..)역$/, '');

const NAMED_POINTS = new Map<string, AddressMatch[]>();
for (const { name, lat, lng } of stations) add(nameKey(name), stationName(name), { lat, lng });
for (const { name, lat, lng } of landmarks) add(nameKey(name), name, { lat, lng });

function add(key: string, address: string, coordinates: AddressMatch['coordinates']): void {
  NAMED_POINTS.set(key, [...(NAMED_POINTS.get(key) ?? []), { address, coordinates, precision: 'area' }]);
}

function stationName(name: string): string {
  return name.endsWith('역') ? name : `${name}역`;
}
