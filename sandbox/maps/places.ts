import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A place of the starter set, and what the stand-ins make up beyond it. */
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

/** The starter set of the product's built-in index, read as the file it is: the sandbox imports nothing of it. */
export const sandboxPlaces = (): SandboxPlace[] =>
  JSON.parse(
    readFileSync(
      path.join(import.meta.dirname, '../../features/places/server/examples/example-places.json'),
      'utf8',
    ),
  ) as SandboxPlace[];

const EARTH_RADIUS_METRES = 6_371_000;

/** Great-circle distance in metres. */
export function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(half));
}

export type Point = { lat: number; lng: number };

/** Places whose name or address holds every word, nearest to a point first if there is one. */
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
