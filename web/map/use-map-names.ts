import { useQuery } from '@tanstack/react-query';
import namesUrl from './geodata/names.geojson?url';
import type { MapName } from './map-names.ts';

/** Returns the names of the base map. The list is empty until it has loaded. The map reads the same file. */
export function useMapNames(isWanted = true): readonly MapName[] {
  const { data } = useQuery({
    queryKey: ['map', 'names'],
    queryFn: async ({ signal }) => namesIn(await (await fetch(namesUrl, { signal })).json()),
    staleTime: Number.POSITIVE_INFINITY,
    // The query also runs without a network. If the map was shown before, the browser's cache has the file.
    networkMode: 'always',
    enabled: isWanted,
  });
  return data ?? NONE;
}

const NONE: readonly MapName[] = [];

type Names = {
  features: { properties: { kind: string; name: string }; geometry: { coordinates: [number, number] } }[];
};

const namesIn = ({ features }: Names): MapName[] =>
  features.map(({ properties: { kind, name }, geometry }) => {
    const [lng, lat] = geometry.coordinates;
    return { kind, name, coordinates: { lat, lng } };
  });
