import { initialsKey, KEY_END, letterKey, searchKeys } from '#common/korean.ts';
import { liveliness } from '#features/places/ranking.rules.ts';
import { cellOf, UNKNOWN_POINT, type IndexPoint, indexPointOf } from './cells.ts';
import { readHanja } from './hanja.ts';
import { blockOf } from './search-plan.ts';

/** The input of the search tables; times in milliseconds. */
export type IndexedPlace = {
  id: number;
  name: string;
  address: string;
  lotAddress: string;
  categoryId: string | null;
  lat: number | null;
  lng: number | null;
  isClosed: boolean;
  savedCount: number;
  updatedAt: number | null;
};

/** A row of `place_keys`. */
export type PlaceKey = {
  place_id: number;
  block: number;
  liveliness: number;
  x: number | null;
  y: number | null;
  letters: string;
  initials: string;
};

/** Longer keys are cut: people type less to find a place. */
export const LETTERS_MAXIMUM = 40;
export const INITIALS_MAXIMUM = 20;

/**
 * The rows by which a place is found. Each contains the whole name, rotated so that the syllable where a match may
 * start comes first: a second word of the search is looked up in the same row.
 */
export function placeKeysOf(place: IndexedPlace, now: number): PlaceKey[] {
  const { id, isClosed, savedCount, updatedAt } = place;
  const name = readHanja(place.name);
  const spot = spotOfPlace(place);
  const cell = spot === null ? UNKNOWN_POINT : cellOf(spot);
  const keys = isClosed ? wholeKey(name) : searchKeys(name);
  const [whole] = keys;
  if (whole === undefined) return [];
  const alive = Math.round(100 * liveliness({ savedCount, updatedAt, now }));
  return keys.map(({ letters, initials }, at) => ({
    place_id: id,
    block: blockOf({ cell, match: isClosed ? 'closed' : at === 0 ? 'start' : 'inside' }),
    liveliness: alive,
    x: spot?.x ?? null,
    y: spot?.y ?? null,
    letters: turned(whole.letters, letters).slice(0, LETTERS_MAXIMUM),
    initials: turned(whole.initials, initials).slice(0, INITIALS_MAXIMUM),
  }));
}

/** The first of `searchKeys`; for two of three places the only one. */
function wholeKey(name: string): { letters: string; initials: string }[] {
  const letters = letterKey(name);
  return letters === '' ? [] : [{ letters: letters + KEY_END, initials: initialsKey(name) + KEY_END }];
}

export const spotOfPlace = ({ lat, lng }: { lat: number | null; lng: number | null }): IndexPoint | null =>
  lat === null || lng === null ? null : indexPointOf({ lat, lng });

/** 'rnrqkq!' rotated to 'qkq!' is 'qkq!rnr': KEY_END separates the two ends of the name. */
const turned = (whole: string, fromHere: string) => fromHere + whole.slice(0, whole.length - fromHere.length);

/** The first key after all keys with this prefix, in the order of `collate "C"`. */
export function keyAfter(key: string): string {
  const characters = [...key];
  const last = characters.pop() as string;
  return characters.join('') + String.fromCodePoint((last.codePointAt(0) as number) + 1);
}

/** The key of a name that equals it. */
export const wholeNameKey = (key: string) => key + KEY_END;
