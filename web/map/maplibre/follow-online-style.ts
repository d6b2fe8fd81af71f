import type { StyleSpecification } from 'maplibre-gl';
import { loadOnlineStyle } from './online-base.ts';

/** Tiles that fail in a row before the network counts as gone. */
const FAILURES_IN_A_ROW = 6;

/**
 * Decides between the base map of the network and our own. The map starts with our own, so nothing waits for this;
 * `onStyle` is called with the style when it has come within reach, and with null when its tiles keep failing. It is
 * tried again when the browser says that it is back online, and at no other time.
 */
export function followOnlineStyle({
  url,
  onStyle,
}: {
  url: string;
  onStyle: (style: StyleSpecification | null) => void;
}): { tileFailed: () => void; tileArrived: () => void; stop: () => void } {
  const stopped = new AbortController();
  let isInForce = false;
  let isTrying = false;
  let failures = 0;

  async function tryIt() {
    if (isInForce || isTrying || !navigator.onLine) return;
    isTrying = true;
    try {
      const style = await loadOnlineStyle({ url, signal: stopped.signal });
      if (stopped.signal.aborted) return;
      isInForce = true;
      failures = 0;
      onStyle(style);
    } catch {
      // Out of reach is a state, not an error: the map on screen is the answer to it.
    } finally {
      isTrying = false;
    }
  }

  window.addEventListener('online', tryIt, { signal: stopped.signal });
  void tryIt();

  return {
    tileFailed: () => {
      failures += 1;
      if (!isInForce || failures < FAILURES_IN_A_ROW) return;
      isInForce = false;
      onStyle(null);
    },
    tileArrived: () => {
      failures = 0;
    },
    stop: () => stopped.abort(),
  };
}
