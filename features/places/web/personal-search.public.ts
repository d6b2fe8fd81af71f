import { useMemo } from 'react';
import type { PersonalSearch, StationsNamed } from '#features/places/personal-search.rules.ts';
import { namesStation, stationName } from '#features/places/station-names.rules.ts';
import type { MapName } from '#web/map/map-names.ts';
import { useMapNames } from '#web/map/use-map-names.ts';
import { useLazyModule } from '#web/use-lazy-module.ts';

const loadSearch = () => import('#features/places/personal-search.rules.ts');
const loadHanja = () => import('#features/places/hanja.rules.ts');

/**
 * `personalSearch` for a typed text. Its code, the readings of hanja and the points of stations are loaded when the
 * text needs them; null while the code loads. Not in `places.public.ts`, which the page of the list would then load whole.
 */
export function usePersonalSearch(typed: string): PersonalSearch | null {
  const search = useLazyModule(loadSearch, typed !== '');
  const hanja = useLazyModule(loadHanja, /\p{Script=Han}/u.test(typed), { isPreloaded: false });
  const names = useMapNames(typed.split(/\s+/).some(namesStation));
  const stationsNamed = useMemo(() => stationsIn(names), [names]);
  return useMemo(() => {
    if (!search) return null;
    const text = hanja?.readHanja(typed) ?? typed;
    return (items) => search.personalSearch(items, text, stationsNamed);
  }, [search, hanja, typed, stationsNamed]);
}

function stationsIn(names: readonly MapName[]): StationsNamed {
  const stations = new Map<string, MapName['coordinates'][]>();
  for (const { kind, name, coordinates } of names) {
    if (kind !== 'station') continue;
    const key = stationName(name);
    stations.set(key, [...(stations.get(key) ?? []), coordinates]);
  }
  return (word) => stations.get(stationName(word)) ?? [];
}
