import { distanceMetres } from '#common/geo.ts';
import type { MyPosition } from './map.ts';

/**
 * - `unasked` nobody has wanted to know yet
 * - `asking` the browser asks the person, or the device is looking
 * - `known` with the last position
 * - `refused` by the person, now or earlier; only the browser's settings can change it
 * - `unavailable` the device cannot tell, or the browser or page may not (no https)
 * - `timeout` it took too long; asking again may work
 */
export type MyPositionState =
  | { state: 'known'; position: MyPosition }
  | { state: 'unasked' | 'asking' | 'refused' | 'unavailable' | 'timeout'; position: null };

const PATIENCE_MS = 10_000;
/** A position so old is still good enough for a map of restaurants. */
const FRESH_ENOUGH_MS = 60_000;
/** Smaller changes are the device's noise. */
const WORTH_TELLING_METRES = 15;

const nowhere = (state: Exclude<MyPositionState['state'], 'known'>): MyPositionState => ({
  state,
  position: null,
});

/**
 * Where the person is, as the browser tells it, for as long as somebody listens. It stays in this page: nothing sends
 * it to the server.
 */
export function createMyPosition(geolocation: Geolocation | undefined) {
  let current = nowhere('unasked');
  let watch: number | undefined;
  const listeners = new Set<() => void>();

  function become(next: MyPositionState) {
    current = next;
    for (const listener of listeners) listener();
  }

  function arrived({ coords }: GeolocationPosition) {
    const position = {
      coordinates: { lat: coords.latitude, lng: coords.longitude },
      accuracyMetres: coords.accuracy,
    };
    if (current.state === 'known' && !isWorthTelling({ from: current.position, to: position })) return;
    become({ state: 'known', position });
  }

  function failed({ code }: GeolocationPositionError) {
    // A device that loses sight for a moment does not make the person's place unknown.
    if (current.state === 'known' && code !== PERMISSION_DENIED) return;
    if (code === PERMISSION_DENIED) stop();
    become(nowhere(code === PERMISSION_DENIED ? 'refused' : code === TIMEOUT ? 'timeout' : 'unavailable'));
  }

  function stop() {
    if (watch !== undefined) geolocation?.clearWatch(watch);
    watch = undefined;
  }

  return {
    current: (): MyPositionState => current,

    /** Asks the browser, which asks the person if need be; repeated calls do no harm. */
    ask: () => {
      if (!geolocation) return become(nowhere('unavailable'));
      stop();
      if (current.state !== 'known') become(nowhere('asking'));
      watch = geolocation.watchPosition(arrived, failed, {
        timeout: PATIENCE_MS,
        maximumAge: FRESH_ENOUGH_MS,
      });
    },

    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}

/** Codes of GeolocationPositionError, which not every environment has as constants. */
const PERMISSION_DENIED = 1;
const TIMEOUT = 3;

function isWorthTelling({ from, to }: { from: MyPosition; to: MyPosition }): boolean {
  return (
    distanceMetres(from.coordinates, to.coordinates) > WORTH_TELLING_METRES ||
    to.accuracyMetres < from.accuracyMetres / 2
  );
}
