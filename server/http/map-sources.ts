import type { Settings } from '#server/config.ts';

type Sources = Record<'connect' | 'font' | 'frame' | 'img' | 'script' | 'style' | 'worker', string[]>;

const NOTHING: Sources = { connect: [], font: [], frame: [], img: [], script: [], style: [], worker: [] };

/** Returns the kind of map. It is the map of the maps service if its browser key is set, otherwise MapLibre. */
export function mapKind({
  PLACES_PROVIDER,
  GOOGLE_MAPS_BROWSER_KEY,
  KAKAO_MAPS_BROWSER_KEY,
}: Settings): 'maplibre' | 'google' | 'kakao' {
  if (PLACES_PROVIDER === 'kakao') return KAKAO_MAPS_BROWSER_KEY ? 'kakao' : 'maplibre';
  return GOOGLE_MAPS_BROWSER_KEY ? 'google' : 'maplibre';
}

export function mapSources(settings: Settings): Sources {
  const kind = mapKind(settings);
  if (kind === 'google') return googleSources(settings);
  if (kind === 'kakao') return kakaoSources(settings);
  if (settings.MAP_STYLE_URL === 'none') return NOTHING;
  // Tiles, glyphs and sprites of a style have the same origin.
  const { origin } = new URL(settings.MAP_STYLE_URL);
  return { ...NOTHING, connect: [origin], img: [origin] };
}

/**
 * Returns the sources that Google lists in its “Content Security Policy guide” for the Maps JavaScript API.
 * The sources are listed by host and not by nonce, because pages are static files.
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

/** Kakao's script loads further scripts and tiles from these hosts. */
function kakaoSources({ KAKAO_MAPS_URL }: Settings): Sources {
  const { origin } = new URL(KAKAO_MAPS_URL);
  // A source without a scheme allows the scheme of the page. The URLs in Kakao's script have no scheme either.
  const hosts = [origin, '*.daumcdn.net', '*.kakaocdn.net'];
  return { ...NOTHING, connect: hosts, img: hosts, script: hosts, style: ["'unsafe-inline'"] };
}
