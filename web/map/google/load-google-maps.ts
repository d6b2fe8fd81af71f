import type { MapServiceOf } from '../map.ts';
import { vendorScript } from '#web/vendor-script.ts';

/** The specification's libraries (section 7); `marker` draws the pins. */
export const LIBRARIES = ['places', 'geometry', 'marker'];

declare global {
  interface Window {
    /** Called by the script when it has run; its name is told in the script's address. */
    googleMapsHasRun?: () => void;
    /** Called by the script when Google refuses the key, the site or the bill, sooner or later after it has run. */
    gm_authFailure?: () => void;
  }
}

let refusal: Error | null = null;
const refusedListeners = new Set<(refusal: Error) => void>();

/**
 * Google Maps in this page (Maps JavaScript API, “Load the Maps JavaScript API”, direct script loading).
 * @throws Error when the script does not come, hangs, or Google has refused the key
 */
export async function loadGoogleMaps(service: MapServiceOf<'google'>): Promise<void> {
  window.gm_authFailure = () => {
    refusal ??= new Error('Google refuses the key of Google Maps.');
    for (const listener of refusedListeners) listener(refusal);
  };
  if (refusal) throw refusal;
  await runScript(scriptUrl(service));
  if (refusal) throw refusal;
}

/** Tells when Google refuses the key after the script has run; gives back how to listen no more. */
export function whenRefused(listener: (refusal: Error) => void): () => void {
  if (refusal) listener(refusal);
  refusedListeners.add(listener);
  return () => void refusedListeners.delete(listener);
}

const runScript = vendorScript(
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
