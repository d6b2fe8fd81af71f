import { initialsOfWords, letterKey } from '#common/korean-keys.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { soundKey, soundOf } from '#features/places/romanisation.rules.ts';
import { indexPointOf } from './cells.ts';
import { addressTermsOf } from './place-terms.ts';

/** The columns of `places` that only the search reads. They are computed from the other columns. */
export type SearchColumns = {
  /** The letter key of the name. */
  letters: string;
  initials: string;
  /** The sound of the name. Like the following columns, it is empty for a closed place. */
  sound: string | null;
  /** The houses and buildings of the addresses. A space is before each term. */
  address_terms: string;
  /** The point on the plane, in PostgreSQL's format. */
  spot: string | null;
};

type Place = {
  name: string;
  address: string;
  lotAddress: string;
  lat: number | null;
  lng: number | null;
  businessStatus: string | null;
};

/** Limits the size of a row in an index. Keys contain at most eight letters for each syllable. */
const LETTERS_MAXIMUM = 400;
const INITIALS_MAXIMUM = 100;

export function searchColumnsOf(place: Place): SearchColumns {
  const name = readHanja(place.name);
  const letters = letterKey(name).slice(0, LETTERS_MAXIMUM);
  const initials = initialsOfWords(name).slice(0, INITIALS_MAXIMUM);
  if (place.businessStatus === 'closed_permanently')
    return { letters, initials, sound: null, address_terms: '', spot: null };
  const sound = soundKey(soundOf(withoutCompany(name)));
  return {
    letters,
    initials,
    sound: sound === '|' ? null : sound,
    address_terms: addressTermsOf([place.address, place.lotAddress]),
    spot: spotOf(place),
  };
}

function spotOf({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string | null {
  if (lat === null || lng === null) return null;
  const { x, y } = indexPointOf({ lat, lng });
  return `(${x},${y})`;
}

/** Removes words such as 주식회사 from a name, because people leave out these words when they search for a restaurant. */
const withoutCompany = (name: string) => name.replace(/\(주\)|㈜|주식회사|\(유\)|유한회사/g, '');

/** Returns the first key that sorts after all keys with this prefix, in the order of `collate "C"`. */
export function keyAfter(key: string): string {
  const last = isSurrogate(key.charCodeAt(key.length - 1)) ? 2 : 1;
  return key.slice(0, -last) + String.fromCodePoint((key.codePointAt(key.length - last) as number) + 1);
}

const isSurrogate = (code: number) => 0xd800 <= code && code <= 0xdfff;

/**
 * Returns a text as the trigram indexes contain it. `pg_trgm` reads letters and digits only, so the signs for double
 * consonants are replaced by digits. The statements compare the original columns too.
 */
export const indexedText = (text: string): string =>
  text.replace(/[#$&*+<>]/g, (sign) => String(1 + '#$&*+<>'.indexOf(sign)));
