import type { MapServiceOf } from '../map.ts';
import { createStore } from '#web/store.ts';
import { createScriptLoader } from '#web/browser/vendor-script.ts';

/** The libraries that the specification (section 7) names. `marker` draws the pins. */
export const LIBRARIES = ['places', 'geometry', 'marker'];

declare global {
  interface Window {
    /** The callback that the script's URL names. Google calls it when the script has run. */
    googleMapsHasRun?: () => void;
    /** Called if Google rejects the key, the site or the billing account, at any time after the script has run. */
    gm_authFailure?: () => void;
  }
}

const refusal = createStore<Error | null>(null);

/**
 * Adds a script element, which Google's guide calls “direct script loading”.
 * @throws Error if the script does not load in time, or Google has rejected the key
 */
export async function loadGoogleMaps(service: MapServiceOf<'google'>): Promise<void> {
  window.gm_authFailure = () => {
    refusal.set(new Error('Google rejected the Google Maps key.'));
  };
  throwRefusal();
  await runScript(scriptUrl(service));
  throwRefusal();
}

/**
 * Calls the listener if Google rejects the key. Google may reject the key after the script has run.
 * @returns a function that unsubscribes
 */
export function onAuthFailure(listener: (refusal: Error) => void): () => void {
  const report = () => {
    const error = refusal.get();
    if (error) listener(error);
  };
  report();
  return refusal.subscribe(report);
}

function throwRefusal(): void {
  const error = refusal.get();
  if (error) throw error;
}

const runScript = createScriptLoader(
  () =>
    new Promise<void>((resolve) => {
      window.googleMapsHasRun = () => resolve();
    }),
);

function scriptUrl({ scriptOrigin, key }: MapServiceOf<'google'>): string {
  const url = new URL('/maps/api/js', scriptOrigin);
  url.search = new URLSearchParams({
    key,
    v: 'weekly',
    language: 'ko',
    region: 'KR',
    libraries: LIBRARIES.join(','),
    loading: 'async',
    callback: 'googleMapsHasRun',
  }).toString();
  return url.href;
}
