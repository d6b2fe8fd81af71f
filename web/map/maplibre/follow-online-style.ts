import type { StyleSpecification } from 'maplibre-gl';
import { onReconnect } from '#web/online.ts';
import { loadOnlineStyle } from './online-base.ts';

/** After so many failed tiles in a row, the network counts as unavailable. */
const FAILURES_IN_A_ROW = 6;

/**
 * Chooses between the online base map and the included one. The map starts with the included one, so
 * it never waits. `onStyle` gets the online style when it has loaded, and null when its tiles keep
 * failing. The style is requested at the start even without a network, because the service worker may
 * have stored it. It is requested again only when the browser is online again.
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

  async function loadStyle() {
    if (isOnlineStyleShown || isLoading) return;
    isLoading = true;
    try {
      const style = await loadOnlineStyle({ url, signal: stopped.signal });
      if (stopped.signal.aborted) return;
      isOnlineStyleShown = true;
      failures = 0;
      onStyle(style);
    } catch {
      // Offline is no error: the included base map stays.
    } finally {
      isLoading = false;
    }
  }

  const stopRetrying = onReconnect(() => void loadStyle());
  void loadStyle();

  return {
    tileFailed: () => {
      failures += 1;
      if (!isOnlineStyleShown || failures < FAILURES_IN_A_ROW) return;
      isOnlineStyleShown = false;
      onStyle(null);
    },
    tileArrived: () => {
      failures = 0;
    },
    stop: () => {
      stopRetrying();
      stopped.abort();
    },
  };
}
