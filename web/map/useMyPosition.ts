import { useEffect, useSyncExternalStore } from 'react';
import { createMyPosition, type MyPositionState } from './my-position.ts';

const myPosition = createMyPosition(navigator.geolocation);

/**
 * Where the person is. One position for all screens: who asked on one is not asked again on the next.
 * Without it, start at DEFAULT_CENTRE and say so (map_position_unknown).
 * @param asksAtOnce ask when the screen opens; else only `ask` does, or a permission that was given before
 */
export function useMyPosition({
  asksAtOnce,
}: {
  asksAtOnce: boolean;
}): MyPositionState & { ask: () => void } {
  const current = useSyncExternalStore(myPosition.subscribe, myPosition.current);
  useEffect(() => {
    if (asksAtOnce) return myPosition.ask();
    let isGone = false;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (state === 'granted' && !isGone) myPosition.ask();
      })
      .catch(() => {
        // A browser that cannot tell is one that is asked by the button.
      });
    return () => {
      isGone = true;
    };
  }, [asksAtOnce]);
  return { ...current, ask: myPosition.ask };
}
