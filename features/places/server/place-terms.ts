import { letterKey } from '#common/korean.ts';
import { buildingsOf } from '#features/places/addresses.rules.ts';
import { type House, houseKey, housesOf } from '#features/places/houses.rules.ts';
import { soundKey, soundOf } from '#features/places/romanisation.rules.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { type IndexedPlace, pointOfPlace } from './place-keys.ts';

/** A row of `place_terms`. */
export type PlaceTerm = { term: string; place_id: number; x: number | null; y: number | null };

/** Longer terms are truncated, because people type less. */
const TERM_MAXIMUM = 48;

export const houseTerm = (house: House): string => `h:${houseKey(house)}`;
/** Prefix of the terms of all houses on the same street whose number starts with the number of `house`. */
export const houseTermPrefix = (house: House): string => houseTerm(house).slice(0, -1);
/** Prefix of the terms of all houses in streets and neighbourhoods whose letter key starts with `letters`. */
export const streetTermPrefix = (letters: string): string => `h:${letters}`;
export const buildingTerm = (building: string): string => `b:${letterKey(building)}`.slice(0, TERM_MAXIMUM);
export const soundTerm = (sound: string): string => `s:${sound}`;

/** The terms of an open place; empty for a closed one. */
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

/** People leave out 주식회사 when they search for a restaurant. */
const withoutCompany = (name: string) => name.replace(/\(주\)|㈜|주식회사|\(유\)|유한회사/g, '');
