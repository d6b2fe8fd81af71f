import { spaced } from '#web/format/distance.ts';
import type { Viewport } from './map.ts';
import { metresPerPixel } from './viewport.ts';

export type Scale = { metres: number; pixels: number; label: string };

const WIDEST_PIXELS = 96;

export function scaleOf({ centre, zoom }: Viewport): Scale {
  return roundScale({
    metresPerPixel: metresPerPixel({ latitude: centre.lat, zoom }),
    widestPixels: WIDEST_PIXELS,
  });
}

/**
 * Returns the longest scale that fits into `widestPixels`. Its length is 1, 2 or 5 times a power of ten metres.
 * @example roundScale({ metresPerPixel: 9.6, widestPixels: 96 }) // { metres: 500, pixels: 52, label: '500m' }
 */
export function roundScale({
  metresPerPixel,
  widestPixels,
}: {
  metresPerPixel: number;
  widestPixels: number;
}): Scale {
  const widest = metresPerPixel * widestPixels;
  const power = 10 ** Math.floor(Math.log10(widest));
  const step = [5, 2, 1].find((each) => each * power <= widest) ?? 1;
  const metres = step * power;
  return { metres, pixels: Math.round(metres / metresPerPixel), label: roundDistance(metres) };
}

/** Formats a round distance without decimals: 500m, 3km. */
export function roundDistance(metres: number): string {
  return spaced(metres < 1000 ? `${metres}m` : `${metres / 1000}km`);
}
