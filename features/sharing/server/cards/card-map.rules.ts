import { VISITED } from '#common/visit-status.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';

/** The size of the map in pixels. */
export const MAP = { width: 420, height: 478 };
const EDGE = 44;
const DOT_EVERY = 28;
/**
 * The smallest height of the shown area in degrees of latitude. Because of this height, a single place is shown in the
 * middle of its neighbourhood.
 */
const LEAST_SPAN = 0.01;
/** The maximum number of pins. A reader could not distinguish more pins. */
const PINS_MOST = 200;

export type Pin = { x: number; y: number; isVisited: boolean };

/**
 * Returns the positions of the places relative to each other. The map has no streets, so that the image does not reveal
 * the owner's location. The projection is equirectangular and exact at the latitude in the centre.
 */
export function onCardMap(places: readonly Pick<SharedPlace, 'coordinates' | 'status'>[]): {
  pins: Pin[];
  dots: { x: number; y: number }[];
} {
  const shown = places
    .flatMap(({ coordinates, status }) => (coordinates ? [{ ...coordinates, status }] : []))
    .slice(0, PINS_MOST);
  const lat = middleAndSpan(shown.map((place) => place.lat));
  const lng = middleAndSpan(shown.map((place) => place.lng));
  const shrink = Math.cos((lat.middle * Math.PI) / 180);
  const perDegree = Math.min(
    (MAP.height - 2 * EDGE) / Math.max(lat.span, LEAST_SPAN),
    (MAP.width - 2 * EDGE) / Math.max(lng.span * shrink, LEAST_SPAN),
  );
  return {
    pins: shown.map((place) => ({
      x: Math.round(MAP.width / 2 + (place.lng - lng.middle) * shrink * perDegree),
      y: Math.round(MAP.height / 2 - (place.lat - lat.middle) * perDegree),
      isVisited: place.status === VISITED,
    })),
    dots: grid(),
  };
}

function middleAndSpan(values: readonly number[]): { middle: number; span: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { middle: (least + most) / 2, span: most - least };
}

function grid(): { x: number; y: number }[] {
  const dots: { x: number; y: number }[] = [];
  for (let y = DOT_EVERY / 2; y < MAP.height; y += DOT_EVERY)
    for (let x = DOT_EVERY / 2; x < MAP.width; x += DOT_EVERY) dots.push({ x, y });
  return dots;
}
