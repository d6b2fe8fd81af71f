import { z } from 'zod';
import { NEARBY_RADIUS_METRES } from '#features/places/places.contract.ts';
import type { RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { type MapArea, SORTS } from './list-view.rules.ts';

/**
 * The address bar of the home screen: everything that decides what it shows, so that a refresh, a bookmark, a second
 * tab and the way back show the same. A value that makes no sense is dropped, never an error: addresses are typed,
 * cut and pasted by people.
 */
export const HomeSearch = z.object({
  /** What is typed in the search field. */
  q: text(100),
  /** A category's id, or `UNCATEGORISED`. */
  category: text(40),
  status: z.enum(['todo', 'done']).optional().catch(undefined),
  tag: text(20),
  sort: z.enum(SORTS).optional().catch(undefined),
  /** 내 주변 3km */
  near: z.coerce.number().pipe(z.literal(1)).optional().catch(undefined),
  /** 이 지역에서 보기: `south,west,north,east` in degrees. */
  area: text(60).transform((value) => (value && parseArea(value) ? value : undefined)),
  /** The place that is marked on the map and in the list. */
  selected: text(300),
});
export type HomeSearch = z.output<typeof HomeSearch>;

/** Router address values arrive parsed as JSON where they can be (`q=119` as a number): they are texts again here. */
function text(maximum: number) {
  return z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).normalize('NFC').slice(0, maximum) || undefined)
    .optional()
    .catch(undefined);
}

export const NEAR_METRES = NEARBY_RADIUS_METRES;

const STATUS_OF = { todo: '방문 예정', done: '방문 완료' } as const satisfies Record<
  string,
  RestaurantStatus
>;

export const statusOf = (value: HomeSearch['status']): RestaurantStatus | null =>
  value ? STATUS_OF[value] : null;

export const statusParameter = (status: RestaurantStatus | null): HomeSearch['status'] =>
  status === null ? undefined : status === '방문 완료' ? 'done' : 'todo';

/** Four decimals are eleven metres: finer than a finger, short in an address. Edges are rounded outwards. */
export function formatArea({ south, west, north, east }: MapArea): string {
  const down = (degrees: number) => Math.floor(degrees * 10_000) / 10_000;
  const up = (degrees: number) => Math.ceil(degrees * 10_000) / 10_000;
  return [down(south), down(west), up(north), up(east)].join(',');
}

/** @returns null for anything that is not a rectangle on the earth */
export function parseArea(value: string): MapArea | null {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south, west, north, east] = numbers;
  if (
    numbers.length !== 4 ||
    south === undefined ||
    west === undefined ||
    north === undefined ||
    east === undefined
  )
    return null;
  const isOnEarth =
    -90 <= south && south < north && north <= 90 && -180 <= west && west < east && east <= 180;
  return isOnEarth ? { south, west, north, east } : null;
}
