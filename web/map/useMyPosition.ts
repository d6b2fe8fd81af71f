import { useEffect, useSyncExternalStore } from 'react';
import { createMyPosition, type MyPositionState } from './my-position.ts';

const myPosition = createMyPosition(navigator.geolocation);

/**
 * Returns the location. All screens share it, so that permission is requested once. While the location is unknown, the
 * screen must start at DEFAULT_CENTRE and show `map_position_unknown`.
 * @param asksAtOnce if true, the location is read when the screen opens, and permission is requested if necessary. If
 * false, the location is read then only if permission was given earlier; otherwise the screen must call `ask`
 */
export function useMyPosition({
  asksAtOnce,
}: {
  asksAtOnce: boolean;
}): MyPositionState & { ask: () => void } {
  const current = useSyncExternalStore(myPosition.subscribe, myPosition.current);
  useEffect(() => {
    if (asksAtOnce) return myPosition.ask();
    let isUnmounted = false;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (state === 'granted' && !isUnmounted) myPosition.ask();
      })
      .catch(() => {
        // If the query of the permission fails, only the button requests the location.
      });
    return () => {
      isUnmounted = true;
    };
  }, [asksAtOnce]);
  return { ...current, ask: myPosition.ask };
}
