import { letterKey } from '#common/korean.ts';
import { locationWords } from '#features/places/addresses.rules.ts';
import { districts } from './cells.ts';

/**
 * The mask of closed places. Their keys are computed without reading their addresses. Therefore this mask matches
 * every location.
 */
export const UNKNOWN_MASK = -1;

/** Number of letters at the start of a word that determine its bit. Two syllables have at least this many letters. */
const LETTERS = 4;

/**
 * Letter keys of the words of provinces and districts. Nearly all places of a cell contain the same of these words,
 * so bits for these words would exclude few places.
 */
const wordsOfDistricts = new Set(
  locationWords(districts.map(({ province, district }) => `${province} ${district}`)).map(letterKey),
);

/**
 * Returns a mask of the words of an address, except provinces and districts. The first letters of each word determine
 * one bit. A place has about three words. Therefore one place in ten has the bit of a searched location by
 * coincidence.
 * @param addressWords words in the format of `wordKeys`
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
 * Returns the bits of these letter keys. If each key is the beginning of a word of a place's address, the mask of the
 * place contains all of these bits.
 */
export function maskOfLocations(keys: readonly string[]): number {
  let mask = 0;
  for (const key of keys) if (!isMaybeDistrict(key)) mask |= bitOf(key);
  return mask;
}

const isMaybeDistrict = (key: string) => [...wordsOfDistricts].some((word) => word.startsWith(key));

/** Returns the bit of a word; 0 if the word is too short. */
function bitOf(word: string): number {
  if (word.length < LETTERS) return 0;
  let hash = 0;
  for (let at = 0; at < LETTERS; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x9e3779b1);
  return 1 << (hash >>> 27);
}
