import { distanceMetres } from '#common/geo.ts';
import { createStore } from '#web/store.ts';
import type { MyPosition } from './map.ts';

/**
 * The state of the location:
 * - `unasked`: the location has not been requested yet.
 * - `asking`: the permission or the device has not answered yet.
 * - `known`: `position` is the last location.
 * - `refused`: the user refused. Only the browser's settings can change this.
 * - `unavailable`: the device does not support locations, or the page may not request them (no https).
 * - `timeout`: the device took too long. Another attempt may succeed.
 */
export type MyPositionState =
  | { state: 'known'; position: MyPosition }
  | { state: 'unasked' | 'asking' | 'refused' | 'unavailable' | 'timeout'; position: null };

const TIMEOUT_MS = 10_000;
/** Maximum age of a location that is used. */
const MAX_POSITION_AGE_MS = 60_000;
/** Minimum change in metres. Smaller changes are noise. */
const SIGNIFICANT_METRES = 15;

const nowhere = (state: Exclude<MyPositionState['state'], 'known'>): MyPositionState => ({
  state,
  position: null,
});

/**
 * Creates the state of the location. The location is read only while there are listeners. It stays in the page: requests
 * contain only a rounded location (`approximateLocation`).
 */
export function createMyPosition(geolocation: Geolocation | undefined) {
  let watch: number | undefined;
  const { get: current, set: setState, subscribe } = createStore(nowhere('unasked'), { onUnused: stop });

  function arrived({ coords }: GeolocationPosition) {
    const position = {
      coordinates: { lat: coords.latitude, lng: coords.longitude },
      accuracyMetres: coords.accuracy,
    };
    const before = current();
    if (before.state === 'known' && !isSignificantChange({ from: before.position, to: position })) return;
    setState({ state: 'known', position });
  }

  function failed({ code }: GeolocationPositionError) {
    // A temporary loss of the signal does not discard the last location.
    if (current().state === 'known' && code !== PERMISSION_DENIED) return;
    if (code === PERMISSION_DENIED) {
      stop();
      setState(nowhere('refused'));
    } else setState(nowhere(code === TIMEOUT ? 'timeout' : 'unavailable'));
  }

  function stop() {
    if (watch !== undefined) geolocation?.clearWatch(watch);
    watch = undefined;
  }

  return {
    current,

    /** Starts to read the location. Requests permission if necessary. Idempotent. */
    ask: () => {
      if (!geolocation) return setState(nowhere('unavailable'));
      stop();
      if (current().state !== 'known') setState(nowhere('asking'));
      watch = geolocation.watchPosition(arrived, failed, {
        timeout: TIMEOUT_MS,
        maximumAge: MAX_POSITION_AGE_MS,
      });
    },

    subscribe,
  };
}

/** Codes of GeolocationPositionError. Some browsers lack its constants. */
const PERMISSION_DENIED = 1;
const TIMEOUT = 3;

function isSignificantChange({ from, to }: { from: MyPosition; to: MyPosition }): boolean {
  return (
    distanceMetres(from.coordinates, to.coordinates) > SIGNIFICANT_METRES ||
    to.accuracyMetres < from.accuracyMetres / 2
  );
}
