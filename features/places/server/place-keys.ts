import { initialsKey, KEY_END, letterKey, searchKeys, WORD_END } from '#common/korean.ts';
import { liveliness } from '#features/places/ranking.rules.ts';
import { cellOf, UNKNOWN_CELL, type IndexPoint, indexPointOf } from './cells.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { locationMask, UNKNOWN_MASK } from './location-mask.ts';
import { blockOf } from './search-plan.ts';

/** The input of the search tables; times in milliseconds. */
export type IndexedPlace = {
  id: number;
  name: string;
  address: string;
  lotAddress: string;
  /** `wordKeys` of the words of all its addresses. */
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

/** Longer keys are truncated, because people type less to find a place. */
export const LETTERS_MAXIMUM = 40;
export const INITIALS_MAXIMUM = 20;

/**
 * The rows of `place_keys` of a place, one for each syllable where a match can start. Each contains the whole name,
 * rotated so that this syllable comes first. A second typed word is therefore found in the same row.
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
 * The first key of `searchKeys`, computed without the others: two of three places are closed, and a closed place has no
 * other key.
 */
function wholeKey(name: string): { letters: string; initials: string }[] {
  const letters = letterKey(name);
  return letters === '' ? [] : [{ letters: letters + KEY_END, initials: initialsKey(name) + KEY_END }];
}

export const pointOfPlace = ({ lat, lng }: { lat: number | null; lng: number | null }): IndexPoint | null =>
  lat === null || lng === null ? null : indexPointOf({ lat, lng });

/** 'rnrqkq!' rotated to 'qkq!' is 'qkq!rnr': KEY_END separates the two ends of the name. */
const rotated = (whole: string, fromHere: string) =>
  fromHere + whole.slice(0, whole.length - fromHere.replace(WORD_END, '').length);

/** The first key after all keys with this prefix, in the order of `collate "C"`. */
export function keyAfter(key: string): string {
  const last = isSurrogate(key.charCodeAt(key.length - 1)) ? 2 : 1;
  return key.slice(0, -last) + String.fromCodePoint((key.codePointAt(key.length - last) as number) + 1);
}

const isSurrogate = (code: number) => 0xd800 <= code && code <= 0xdfff;

/** The stored key of a place whose whole name has this key. */
export const wholeNameKey = (key: string) => key + KEY_END;
