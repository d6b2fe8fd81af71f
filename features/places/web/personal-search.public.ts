import { useEffect, useMemo } from 'react';
import type { PersonalSearch, SearchedTexts, StationsNamed } from '#features/places/personal-search.rules.ts';
import { namesStation, stationName } from '#features/places/station-names.rules.ts';
import type { MapName } from '#web/map/map-names.ts';
import { useMapNames } from '#web/map/use-map-names.ts';
import { whenIdle } from '#web/browser/when-idle.ts';
import { useLazyModule } from '#web/browser/use-lazy-module.ts';

const loadSearch = () => import('#features/places/personal-search.rules.ts');
const loadHanja = () => import('#features/places/hanja.rules.ts');

const NOTHING: readonly { searched: SearchedTexts }[] = [];
/**
 * Number of items that are prepared for the search at a time. Preparing them takes a few milliseconds on a slow
 * phone.
 */
const PREPARED_AT_ONCE = 200;

/**
 * Returns the search for the typed text; null until the code of the search is loaded. Readings of hanja and points of
 * stations are used as soon as they are loaded. The hook has its own file: if it were in `places.public.ts`, the page of
 * the list would also load the components of that file.
 * @param items the long list to search; the items are prepared while the browser is idle
 */
export function usePersonalSearch(
  typed: string,
  items: readonly { searched: SearchedTexts }[] = NOTHING,
): PersonalSearch | null {
  const search = useLazyModule(loadSearch, typed !== '');
  const hanja = useLazyModule(loadHanja, /\p{Script=Han}/u.test(typed), { isPreloaded: false });
  const names = useMapNames(typed.split(/\s+/).some(namesStation));
  const stationsNamed = useMemo(() => stationsIn(names), [names]);
  useEffect(() => {
    if (!search) return undefined;
    let cancel = () => {};
    const prepareFrom = (start: number) => {
      const end = start + PREPARED_AT_ONCE;
      for (const { searched } of items.slice(start, end)) search.prepareForSearch(searched);
      if (end < items.length) cancel = whenIdle(() => prepareFrom(end));
    };
    cancel = whenIdle(() => prepareFrom(0));
    return () => cancel();
  }, [search, items]);
  return useMemo(() => {
    if (!search) return null;
    const text = hanja?.readHanja(typed) ?? typed;
    return (candidates, shown) => search.personalSearch(candidates, text, stationsNamed, shown);
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
