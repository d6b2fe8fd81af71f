import { letterKey } from '#common/korean-keys.ts';
import { buildingsOf } from '#features/places/addresses.rules.ts';
import { type House, houseKey, housesOf } from '#features/places/houses.rules.ts';

/** The maximum length of a term. Longer terms are truncated, because people type fewer letters. */
const TERM_MAXIMUM = 48;

export const houseTerm = (house: House): string => `h:${houseKey(house)}`.slice(0, TERM_MAXIMUM);
/**
 * Returns a prefix of terms. It matches `house` and all houses of the same street whose number begins with the same
 * digits.
 */
export const houseTermPrefix = (house: House): string => houseTerm(house).replace(/\.$/, '');
/**
 * Returns a prefix of house terms. It matches all houses of the streets and neighbourhoods whose names have a letter key
 * that starts with `letters`.
 */
export const streetTermPrefix = (letters: string): string => `h:${letters}`;
export const buildingTerm = (building: string): string => `b:${letterKey(building)}`.slice(0, TERM_MAXIMUM);

/** Returns the distinct terms of the houses and buildings in the addresses. A space is before each term. */
export function addressTermsOf(addresses: readonly string[]): string {
  const terms = [
    ...addresses.flatMap(housesOf).map(houseTerm),
    ...addresses.flatMap(buildingsOf).map(buildingTerm),
  ];
  return [...new Set(terms)].map((term) => ` ${term}`).join('');
}
