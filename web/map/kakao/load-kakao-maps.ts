import type { MapServiceOf } from '../map.ts';
import { createScriptLoader } from '#web/browser/vendor-script.ts';

/** @throws Error if the script does not load in time, for example because of a wrong key or site */
export function loadKakaoMaps({ scriptOrigin, key }: MapServiceOf<'kakao'>): Promise<void> {
  const url = new URL('/v2/maps/sdk.js', scriptOrigin);
  url.search = new URLSearchParams({ appkey: key, autoload: 'false' }).toString();
  return runScript(url.href);
}

const runScript = createScriptLoader(
  (script) =>
    new Promise<void>((resolve) => {
      // With autoload=false, the script defines only the function `load`. `load` loads the rest of the library.
      script.addEventListener('load', () => window.kakao.maps.load(() => resolve()));
    }),
);
