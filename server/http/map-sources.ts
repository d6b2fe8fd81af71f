import type { Settings } from '#server/config.ts';

type Sources = Record<'connect' | 'font' | 'frame' | 'img' | 'script' | 'style' | 'worker', string[]>;

const NOTHING: Sources = { connect: [], font: [], frame: [], img: [], script: [], style: [], worker: [] };

/** Which map the pages draw: the one of the maps service where there is a browser key for it, else MapLibre. */
export function mapKind({
  PLACES_PROVIDER,
  GOOGLE_MAPS_BROWSER_KEY,
  KAKAO_MAPS_BROWSER_KEY,
}: Settings): 'maplibre' | 'google' | 'kakao' {
  if (PLACES_PROVIDER === 'kakao') return KAKAO_MAPS_BROWSER_KEY ? 'kakao' : 'maplibre';
  return GOOGLE_MAPS_BROWSER_KEY ? 'google' : 'maplibre';
}

/** What the map in force needs of the content security policy, and no more: the other maps' sources stay shut. */
export function mapSources(settings: Settings): Sources {
  const kind = mapKind(settings);
  if (kind === 'google') return googleSources(settings);
  if (kind === 'kakao') return kakaoSources(settings);
  if (settings.MAP_STYLE_URL === 'none') return NOTHING;
  // A style's tiles, glyphs and sprites lie on its own origin.
  const { origin } = new URL(settings.MAP_STYLE_URL);
  return { ...NOTHING, connect: [origin], img: [origin] };
}

/**
 * By Google's “Content Security Policy guide” for the Maps JavaScript API, with a list of hosts: pages here are files
 * without a nonce of their own.
 */
function googleSources({ GOOGLE_MAPS_URL }: Settings): Sources {
  const hosts = [...new Set([new URL(GOOGLE_MAPS_URL).origin, 'https://*.googleapis.com'])];
  const statics = 'https://*.gstatic.com';
  return {
    connect: [...hosts, statics, 'https://*.google.com', 'data:', 'blob:'],
    font: ['https://fonts.gstatic.com'],
    frame: ['https://*.google.com'],
    img: [...hosts, statics, 'https://*.google.com', 'https://*.googleusercontent.com'],
    script: [...hosts, statics, 'https://*.google.com', 'blob:', "'unsafe-eval'"],
    style: ['https://fonts.googleapis.com', "'unsafe-inline'"],
    worker: ['blob:'],
  };
}

/** The hosts that Kakao's script loads the rest and its tiles from. */
function kakaoSources({ KAKAO_MAPS_URL }: Settings): Sources {
  const { origin } = new URL(KAKAO_MAPS_URL);
  // Without a scheme they go by the page's own, as the script's addresses do.
  const hosts = [origin, '*.daumcdn.net', '*.kakaocdn.net'];
  return { ...NOTHING, connect: hosts, img: hosts, script: hosts, style: ["'unsafe-inline'"] };
}
