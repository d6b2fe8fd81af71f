import { distanceMetres } from '#common/geo.ts';
import type { MyPosition } from './map.ts';

/**
 * - `unasked` not requested yet
 * - `asking` waiting for permission or for the device
 * - `known` with the last location
 * - `refused` by the user; only the browser's settings can change it
 * - `unavailable` not supported by the device, or not allowed for the page (no https)
 * - `timeout` took too long; another attempt may succeed
 */
export type MyPositionState =
  | { state: 'known'; position: MyPosition }
  | { state: 'unasked' | 'asking' | 'refused' | 'unavailable' | 'timeout'; position: null };

const TIMEOUT_MS = 10_000;
/** An older location is not used. */
const MAX_POSITION_AGE_MS = 60_000;
/** Metres. Smaller changes are noise. */
const SIGNIFICANT_METRES = 15;

const nowhere = (state: Exclude<MyPositionState['state'], 'known'>): MyPositionState => ({
  state,
  position: null,
});

/** Reads the location only while there are listeners. It stays in the page and is never sent to the server. */
export function createMyPosition(geolocation: Geolocation | undefined) {
  let current = nowhere('unasked');
  let watch: number | undefined;
  const listeners = new Set<() => void>();

  function setState(next: MyPositionState) {
    current = next;
    for (const listener of listeners) listener();
  }

  function arrived({ coords }: GeolocationPosition) {
    const position = {
      coordinates: { lat: coords.latitude, lng: coords.longitude },
      accuracyMetres: coords.accuracy,
    };
    if (current.state === 'known' && !isSignificantChange({ from: current.position, to: position })) return;
    setState({ state: 'known', position });
  }

  function failed({ code }: GeolocationPositionError) {
    // A temporary loss of signal does not discard the location.
    if (current.state === 'known' && code !== PERMISSION_DENIED) return;
    if (code === PERMISSION_DENIED) stop();
    setState(nowhere(code === PERMISSION_DENIED ? 'refused' : code === TIMEOUT ? 'timeout' : 'unavailable'));
  }

  function stop() {
    if (watch !== undefined) geolocation?.clearWatch(watch);
    watch = undefined;
  }

  return {
    current: (): MyPositionState => current,

    /** Requests permission if necessary. Idempotent. */
    ask: () => {
      if (!geolocation) return setState(nowhere('unavailable'));
      stop();
      if (current.state !== 'known') setState(nowhere('asking'));
      watch = geolocation.watchPosition(arrived, failed, {
        timeout: TIMEOUT_MS,
        maximumAge: MAX_POSITION_AGE_MS,
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

/** Codes of GeolocationPositionError, whose constants some browsers lack. */
const PERMISSION_DENIED = 1;
const TIMEOUT = 3;

function isSignificantChange({ from, to }: { from: MyPosition; to: MyPosition }): boolean {
  return (
    distanceMetres(from.coordinates, to.coordinates) > SIGNIFICANT_METRES ||
    to.accuracyMetres < from.accuracyMetres / 2
  );
}
