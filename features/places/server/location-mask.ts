import { letterKey } from '#common/korean.ts';
import { locationWords } from '#features/places/addresses.rules.ts';
import { districts } from './cells.ts';

/**
 * The mask of closed places. Their addresses are not read when their keys are computed, so every location may match.
 */
export const UNKNOWN_MASK = -1;

/** Number of letters at the start of a word that select its bit. Two syllables have at least this many letters. */
const LETTERS = 4;

/** Provinces and districts. Nearly all places of a cell share these words, so their bits would exclude few places. */
const wordsOfDistricts = new Set(
  locationWords(districts.map(({ province, district }) => `${province} ${district}`)).map(letterKey),
);

/**
 * A signature of the words of an address, except provinces and districts. The first letters of each word select one
 * bit. A place has about three words, so one place in ten has the bit of a given location by coincidence.
 * @param addressWords as `wordKeys` writes them
 */
export function locationMask(addressWords: string): number {
  let mask = 0;
  for (let at = addressWords.indexOf(' '); at !== -1;) {
    const end = addressWords.indexOf(' ', at + 1);
    const word = end === -1 ? addressWords.slice(at + 1) : addressWords.slice(at + 1, end);
    if (!wordsOfDistricts.has(word)) mask |= bitOf(word);
    at = end;
  }
  return mask;
}

/**
 * The bits of these letter keys. The mask of a place has all of these bits if each key is the beginning of a word of
 * its address.
 */
export function maskOfLocations(keys: readonly string[]): number {
  let mask = 0;
  for (const key of keys) if (!isMaybeDistrict(key)) mask |= bitOf(key);
  return mask;
}

const isMaybeDistrict = (key: string) => [...wordsOfDistricts].some((word) => word.startsWith(key));

/** The bit that a word selects; 0 if the word is too short. */
function bitOf(word: string): number {
  if (word.length < LETTERS) return 0;
  let hash = 0;
  for (let at = 0; at < LETTERS; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x9e3779b1);
  return 1 << (hash >>> 27);
}
