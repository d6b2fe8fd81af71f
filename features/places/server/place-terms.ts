import { letterKey } from '#common/korean.ts';
import { buildingsOf } from '#features/places/addresses.rules.ts';
import { type House, houseKey, housesOf } from '#features/places/houses.rules.ts';
import { soundKey, soundOf } from '#features/places/romanisation.rules.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { type IndexedPlace, pointOfPlace } from './place-keys.ts';

/** A row of `place_terms`. */
export type PlaceTerm = { term: string; place_id: number; x: number | null; y: number | null };

/** The maximum length of a term. Longer terms are truncated, because people type fewer letters. */
const TERM_MAXIMUM = 48;

export const houseTerm = (house: House): string => `h:${houseKey(house)}`;
/**
 * Returns a prefix of terms. It matches `house` and all houses of the same street whose number begins with the same
 * digits.
 */
export const houseTermPrefix = (house: House): string => houseTerm(house).slice(0, -1);
/**
 * Returns a prefix of house terms. The prefix matches the houses of each street and neighbourhood whose letter key
 * starts with `letters`.
 */
export const streetTermPrefix = (letters: string): string => `h:${letters}`;
export const buildingTerm = (building: string): string => `b:${letterKey(building)}`.slice(0, TERM_MAXIMUM);
export const soundTerm = (sound: string): string => `s:${sound}`;

/** Returns the terms of an open place; an empty array for a closed place. */
export function placeTermsOf(place: IndexedPlace): PlaceTerm[] {
  if (place.isClosed) return [];
  const addresses = [place.address, place.lotAddress];
  const sound = soundKey(soundOf(withoutCompany(readHanja(place.name))));
  const terms = new Set([
    ...addresses.flatMap(housesOf).map((house) => houseTerm(house).slice(0, TERM_MAXIMUM)),
    ...addresses.flatMap(buildingsOf).map(buildingTerm),
    ...(sound === '|' ? [] : [soundTerm(sound)]),
  ]);
  const point = pointOfPlace(place);
  return [...terms].map((term) => ({ term, place_id: place.id, x: point?.x ?? null, y: point?.y ?? null }));
}

/** Removes words such as 주식회사 from a name, because people leave out these words when they search for a restaurant. */
const withoutCompany = (name: string) => name.replace(/\(주\)|㈜|주식회사|\(유\)|유한회사/g, '');
