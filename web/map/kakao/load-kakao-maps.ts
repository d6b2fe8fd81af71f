import type { MapServiceOf } from '../map.ts';
import { vendorScript } from '#web/vendor-script.ts';

/** Kakao Maps in this page. @throws Error when the script does not come (a wrong key or site is refused so), or hangs */
export function loadKakaoMaps({ scriptOrigin, key }: MapServiceOf<'kakao'>): Promise<void> {
  const url = new URL('/v2/maps/sdk.js', scriptOrigin);
  url.search = new URLSearchParams({ appkey: key, autoload: 'false' }).toString();
  return runScript(url.href);
}

const runScript = vendorScript(
  (script) =>
    new Promise<void>((resolve) => {
      // With autoload=false the script brings `load` alone, which fetches the rest.
      script.addEventListener('load', () => window.kakao.maps.load(() => resolve()));
    }),
);
