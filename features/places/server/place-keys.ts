import { initialsKey, KEY_END, letterKey, searchKeys, WORD_END } from '#common/korean.ts';
import { liveliness } from '#features/places/ranking.rules.ts';
import { cellOf, UNKNOWN_CELL, type IndexPoint, indexPointOf } from './cells.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { locationMask, UNKNOWN_MASK } from './location-mask.ts';
import { blockOf } from './search-plan.ts';

/** The data of a place from which its rows in the search tables are computed. Times are in milliseconds. */
export type IndexedPlace = {
  id: number;
  name: string;
  address: string;
  lotAddress: string;
  /** The words of all addresses of the place, in the format of `wordKeys`. */
  addressWords: string;
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
  location_mask: number;
  letters: string;
  initials: string;
};

/** The maximum length of a key. Longer keys are truncated, because people type fewer letters to find a place. */
export const LETTERS_MAXIMUM = 40;
export const INITIALS_MAXIMUM = 20;

/**
 * Returns the rows of a place in `place_keys`. There is one row for each syllable at which a match can start. Each
 * row contains the whole name, rotated so that this syllable comes first. Therefore the same row shows whether the
 * name contains a second typed word.
 */
export function placeKeysOf(place: IndexedPlace, now: number): PlaceKey[] {
  const { id, isClosed, savedCount, updatedAt, addressWords } = place;
  const name = readHanja(place.name);
  const point = pointOfPlace(place);
  const cell = point === null ? UNKNOWN_CELL : cellOf(point);
  const keys = isClosed ? wholeKey(name) : searchKeys(name);
  const [whole] = keys;
  if (whole === undefined) return [];
  const mask = isClosed ? UNKNOWN_MASK : locationMask(addressWords);
  const activity = Math.round(100 * liveliness({ savedCount, updatedAt, now }));
  return keys.map(({ letters, initials }, at) => ({
    place_id: id,
    block: blockOf({ cell, match: isClosed ? 'closed' : at === 0 ? 'start' : 'inside' }),
    liveliness: activity,
    x: point?.x ?? null,
    y: point?.y ?? null,
    location_mask: mask,
    letters: rotated(whole.letters, letters).slice(0, LETTERS_MAXIMUM),
    initials: rotated(whole.initials, initials).slice(0, INITIALS_MAXIMUM),
  }));
}

/**
 * Returns the key of the whole name, which is the first key that `searchKeys` returns. A closed place has only this
 * key. Two of three places are closed, so computing only one key saves time.
 */
function wholeKey(name: string): { letters: string; initials: string }[] {
  const letters = letterKey(name);
  return letters === '' ? [] : [{ letters: letters + KEY_END, initials: initialsKey(name) + KEY_END }];
}

export const pointOfPlace = ({ lat, lng }: { lat: number | null; lng: number | null }): IndexPoint | null =>
  lat === null || lng === null ? null : indexPointOf({ lat, lng });

/**
 * Rotates a key: 'rnrqkq!' starting at 'qkq!' becomes 'qkq!rnr'. KEY_END separates the end of the name from its
 * start.
 */
const rotated = (whole: string, fromHere: string) =>
  fromHere + whole.slice(0, whole.length - fromHere.replace(WORD_END, '').length);

/** Returns the first key that sorts after all keys with this prefix, in the order of `collate "C"`. */
export function keyAfter(key: string): string {
  const last = isSurrogate(key.charCodeAt(key.length - 1)) ? 2 : 1;
  return key.slice(0, -last) + String.fromCodePoint((key.codePointAt(key.length - last) as number) + 1);
}

const isSurrogate = (code: number) => 0xd800 <= code && code <= 0xdfff;

/** Returns the stored key of a place whose whole name has this letter key. */
export const wholeNameKey = (key: string) => key + KEY_END;
