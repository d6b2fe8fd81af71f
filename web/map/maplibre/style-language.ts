import type { ExpressionSpecification } from 'maplibre-gl';

const SYSTEM_FONTS = [
  '-apple-system',
  'Apple SD Gothic Neo',
  'Noto Sans KR',
  'Noto Sans CJK KR',
  'Malgun Gothic',
  'system-ui',
];

/** Our styles have no server of glyphs, so MapLibre uses system fonts. The first name only sets the weight. */
export const REGULAR = ['Map Semibold', ...SYSTEM_FONTS];
export const BOLD = ['Map Bold', ...SYSTEM_FONTS];

/** Cosine of the latitude of Korea's centre (36.5°). The metres per pixel depend on it. */
const KOREA_COSINE = 0.804;
const EQUATOR_METRES = 40_075_016.686;
const pixelsPerMetre = (zoom: number) => (512 * 2 ** zoom) / (EQUATOR_METRES * KOREA_COSINE);

/** Returns the pixels for a width on the ground, at every zoom. The result is at least `atLeast` pixels. */
export function inMetres(
  metres: number | ExpressionSpecification,
  { atLeast }: { atLeast: number },
): ExpressionSpecification {
  const stops = Array.from({ length: 20 }, (_, index) => index + 3).flatMap((zoom) => [
    zoom,
    ['max', atLeast, ['*', metres, pixelsPerMetre(zoom)]],
  ]);
  return ['interpolate', ['exponential', 2], ['zoom'], ...stops] as ExpressionSpecification;
}
