import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A place of the starter set, with additional data of the sandbox. */
export type SandboxPlace = {
  id: number;
  name: string;
  categoryId: string;
  kind: string;
  address: string;
  lot: string;
  lat: number;
  lng: number;
  phoneNumber: string;
};

/** Returns the starter set of the built-in index. It is read as a file, because the sandbox imports no product code. */
export const sandboxPlaces = (): SandboxPlace[] =>
  JSON.parse(
    readFileSync(
      path.join(import.meta.dirname, '../../../features/places/server/examples/example-places.json'),
      'utf8',
    ),
  ) as SandboxPlace[];

const EARTH_RADIUS_METRES = 6_371_000;

export function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(half));
}

export type Point = { lat: number; lng: number };

/** Returns the places whose name or address contains every word. If a point is given, the nearest places come first. */
export function placesMatching({
  places,
  words,
  near,
}: {
  places: readonly SandboxPlace[];
  words: string;
  near?: Point | undefined;
}): SandboxPlace[] {
  const wanted = words.split(/\s+/).filter((word) => word !== '');
  const found = places.filter(({ name, address }) =>
    wanted.every(
      (word) => name.replaceAll(' ', '').includes(word) || name.includes(word) || address.includes(word),
    ),
  );
  return near ? found.toSorted((a, b) => metresBetween(near, a) - metresBetween(near, b)) : found;
}
