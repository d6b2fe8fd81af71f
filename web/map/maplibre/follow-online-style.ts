import type { StyleSpecification } from 'maplibre-gl';
import { isOnline, onReconnect } from '#web/online.ts';
import { loadOnlineStyle } from './online-base.ts';

/** After this number of failed tiles in a row, the network counts as unavailable. */
const FAILURES_IN_A_ROW = 6;

const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 240_000;

/**
 * Chooses between the online base map and the included base map. The map starts with the included base map, so that it
 * never waits. `onStyle` is called with the online style when it has loaded, and with null when its tiles keep failing.
 * The style is requested at the start even without a network, because the service worker may have stored it. After a
 * failure, it is requested again when the browser is online again. It is also requested at intervals that double each
 * time, because a weak connection can fail and recover without an event of the browser.
 */
export function followOnlineStyle({
  url,
  onStyle,
}: {
  url: string;
  onStyle: (style: StyleSpecification | null) => void;
}): { tileFailed: () => void; tileArrived: () => void; stop: () => void } {
  const stopped = new AbortController();
  let isOnlineStyleShown = false;
  let isLoading = false;
  let failures = 0;
  let retryMs = FIRST_RETRY_MS;
  let retryTimer: ReturnType<typeof setTimeout>;

  async function loadStyle() {
    if (isOnlineStyleShown || isLoading) return;
    clearTimeout(retryTimer);
    isLoading = true;
    try {
      const style = await loadOnlineStyle({ url, signal: stopped.signal });
      if (stopped.signal.aborted) return;
      isOnlineStyleShown = true;
      failures = 0;
      onStyle(style);
    } catch {
      // The included base map stays. A missing network is not reported as an error.
      if (!stopped.signal.aborted) retryLater();
    } finally {
      isLoading = false;
    }
  }

  function retryLater() {
    retryTimer = setTimeout(() => (isOnline() ? void loadStyle() : retryLater()), retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  const stopRetrying = onReconnect(() => {
    retryMs = FIRST_RETRY_MS;
    void loadStyle();
  });
  void loadStyle();

  return {
    tileFailed: () => {
      failures += 1;
      if (!isOnlineStyleShown || failures < FAILURES_IN_A_ROW) return;
      isOnlineStyleShown = false;
      onStyle(null);
      retryLater();
    },
    tileArrived: () => {
      failures = 0;
    },
    stop: () => {
      stopRetrying();
      clearTimeout(retryTimer);
      stopped.abort();
    },
  };
}
