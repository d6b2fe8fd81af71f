import { metresPerPixel } from '../viewport.ts';
import { zoomAt } from '../vendor/padded-view.ts';
import type { SupportedZoom } from '../vendor/padded-camera.ts';

/** Kakao's levels grow with distance: at level 3 a pixel is a metre, and each level doubles this length. */
const LEVEL_OF_A_METRE = 3;
const FARTHEST_LEVEL = 14;

export const kakaoZoom: SupportedZoom = ({ zoom, centre: { lat } }, { isNeverCloser }) =>
  zoomOfLevel(levelOf({ zoom, latitude: lat, round: isNeverCloser ? Math.ceil : Math.round }), lat);

export function levelOf({
  zoom,
  latitude,
  round = Math.round,
}: {
  zoom: number;
  latitude: number;
  round?: (level: number) => number;
}): number {
  const level = round(Math.log2(metresPerPixel({ latitude, zoom }))) + LEVEL_OF_A_METRE;
  return Math.min(FARTHEST_LEVEL, Math.max(1, level));
}

export const zoomOfLevel = (level: number, latitude: number) =>
  zoomAt({ metresPerPixel: 2 ** (level - LEVEL_OF_A_METRE), latitude });
