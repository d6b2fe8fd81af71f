import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { groupToShow } from './groups.ts';
import type { MapHandle, MapPin } from './map.ts';
import { boundsAround } from './viewport.ts';

/**
 * Shows the densest group of pins if the pins span the country. Repeats this whenever the pins change.
 * @returns whether some pins are out of view, and a function that shows all pins
 */
export function useShowPlaces({
  map,
  pins,
  userLocation,
}: {
  map: RefObject<MapHandle | null>;
  pins: readonly MapPin[];
  userLocation: Coordinates;
}) {
  const which = pins
    .map(({ id }) => id)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(' ');
  const [allShown, setAllShown] = useState<string | null>(null);
  const places = pins.map(({ coordinates }) => coordinates);
  const group = groupToShow({ places, userLocation });
  const fit = (shown: readonly Coordinates[]) => {
    const bounds = boundsAround(shown);
    if (bounds) map.current?.fitBounds(bounds);
  };
  const show = useEffectEvent(() => fit(group));
  useEffect(() => show(), [which]);
  return {
    hidesSome: group.length < places.length && allShown !== which,
    showAll: () => {
      setAllShown(which);
      fit(places);
    },
  };
}
