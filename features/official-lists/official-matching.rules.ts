import { letterKey } from '#common/korean-keys.ts';
import { currentAddress, currentRegion, provinceNamed } from '#common/regions.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { houseKey, housesOf } from '#features/places/houses.rules.ts';

/*
 * Finds the place of the licence register that an entry of an official list means. Only places in the district of the
 * entry count. The first rule that exactly one place fulfils decides:
 * 1. the telephone number and a similar name
 * 2. the telephone number
 * 3. the house (road and building number, or lot) and a similar name
 * 4. the name
 * If no rule decides, the admin chooses among the candidates. Public programs that match such lists use the same rules.
 */

export type ListedEntry = {
  id: number;
  name: string;
  address: string;
  /** Digits only; '' if unknown. */
  phone: string;
};
export type RegisteredPlace = {
  placeId: string;
  name: string;
  address: string;
  lotAddress: string;
  phoneNumber: string | null;
  lat: number | null;
  lng: number | null;
};

/** The open places that have something in common with an entry. */
export type PossiblePlaces = {
  byPhone: readonly RegisteredPlace[];
  byHouse: readonly RegisteredPlace[];
  byName: readonly RegisteredPlace[];
};

export type EntryMatch =
  | { match: 'phone' | 'address' | 'name'; placeId: string; candidates: [] }
  | { match: 'check'; placeId: null; candidates: string[] }
  | { match: 'unmatched'; placeId: null; candidates: [] };

/** A number that more places share is that of a chain or a building. */
const SAME_PHONE_MAXIMUM = 8;
const CANDIDATES_MAXIMUM = 5;

export function matchEntry(entry: ListedEntry, { byPhone, byHouse, byName }: PossiblePlaces): EntryMatch {
  const inDistrict = (places: readonly RegisteredPlace[]) =>
    places.filter((place) => isSameDistrict(entry.address, place.address || place.lotAddress));
  const withSimilarName = (places: readonly RegisteredPlace[]) =>
    places.filter((place) => areNamesSimilar(entry.name, place.name));
  const placesWithPhone = byPhone.length <= SAME_PHONE_MAXIMUM ? inDistrict(byPhone) : [];
  const similarPlacesAtHouse = withSimilarName(inDistrict(byHouse));
  const placesWithName = inDistrict(byName);
  const certainMatch =
    onlyOf('phone', withSimilarName(placesWithPhone)) ??
    onlyOf('phone', placesWithPhone) ??
    onlyOf('address', preferEqualName(entry, similarPlacesAtHouse)) ??
    onlyOf('name', placesWithName);
  if (certainMatch) return certainMatch;
  const candidates = new Set(
    [...placesWithPhone, ...similarPlacesAtHouse, ...placesWithName].map(({ placeId }) => placeId),
  );
  if (candidates.size === 0) return { match: 'unmatched', placeId: null, candidates: [] };
  return { match: 'check', placeId: null, candidates: [...candidates].slice(0, CANDIDATES_MAXIMUM) };
}

function onlyOf(match: 'phone' | 'address' | 'name', places: readonly RegisteredPlace[]): EntryMatch | null {
  const [only, another] = places;
  return only && !another ? { match, placeId: only.placeId, candidates: [] } : null;
}

/** Among several similar names at the same house, the equal name decides. */
function preferEqualName(
  { name }: ListedEntry,
  places: readonly RegisteredPlace[],
): readonly RegisteredPlace[] {
  const equal = places.filter((place) => entryNameKey(place.name) === entryNameKey(name));
  return equal.length > 0 ? equal : places;
}

const COMPANY_FORM_OR_NOTE = /\(주\)|㈜|주식회사|\([^)]*\)/g;

/**
 * Returns the key by which the names of entries and places are looked up, without the company form and the word for a
 * branch. At least two characters must be before that word, because it may be the name itself: 지점.
 */
export const entryNameKey = (name: string): string =>
  letterKey(
    name
      .replace(COMPANY_FORM_OR_NOTE, ' ')
      .trim()
      .replace(/(?<=..)\s*(?:본점|직영점|지점|점)$/u, ''),
  );

/** Syllables of the shorter name for which containing it is enough. */
const CONTAINED_MINIMUM = 3;
const JACCARD_MINIMUM = 0.75;

export function areNamesSimilar(a: string, b: string): boolean {
  const [keyA, keyB] = [entryNameKey(a), entryNameKey(b)];
  if (keyA === '' || keyB === '') return false;
  if (keyA === keyB) return true;
  const [shorter, longer] = [syllablesOf(a), syllablesOf(b)].toSorted((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  if (CONTAINED_MINIMUM <= shorter.length && longer.includes(shorter)) return true;
  const [shorterSet, longerSet] = [new Set(shorter), new Set(longer)];
  const sharedCount = [...shorterSet].filter((syllable) => longerSet.has(syllable)).length;
  return JACCARD_MINIMUM * (shorterSet.size + longerSet.size - sharedCount) <= sharedCount;
}

/** The syllables and digits of a name. Unlike letter keys, whose characters are single letters, they are compared whole. */
const syllablesOf = (name: string) =>
  name
    .replace(COMPANY_FORM_OR_NOTE, '')
    .replace(/(?:본점|직영점|지점|점)$/u, '')
    .replace(/[^\p{Letter}\d]/gu, '')
    .toLowerCase();

/** Whether two addresses are in the same district. 수원시 and 수원시 장안구 count as the same. */
export function isSameDistrict(a: string, b: string): boolean {
  const [namesA, namesB] = [districtsOf(a), districtsOf(b)];
  return namesA.some((nameA) =>
    namesB.some((nameB) => nameA === nameB || nameA.startsWith(`${nameB} `) || nameB.startsWith(`${nameA} `)),
  );
}

/** The province and district, by their names of today. There are several if the address does not tell them apart. */
function districtsOf(address: string): string[] {
  const written = withoutCountry(address);
  const [first = '', ...words] = written.split(/[\s,]+/);
  const current = currentRegion(written);
  const district = districtWords(words).join(' ');
  const province = (current?.province ?? first).slice(0, 2);
  const districts = current && current.districts.length > 0 ? current.districts : [district];
  return districts.map((each) => `${province} ${each}`.trim());
}

/**
 * Returns the province and the district of an address by their names of today. The district is '' if the province has
 * none. Returns null if the address does not start with a province.
 * @example regionOf('전라남도 여수시 돌산로 3') // { province: '전남광주통합특별시', district: '여수시' }
 * @example regionOf('경기도 수원시 팔달구 정조로 1') // { province: '경기도', district: '수원시 팔달구' }
 */
export function regionOf(address: string): { province: string; district: string } | null {
  const [first = '', ...words] = currentAddress(withoutCountry(address)).split(/[\s,]+/);
  const province = provinceNamed(first)?.name;
  if (province === undefined) return null;
  return { province, district: districtWords(words).join(' ') };
}

/** The first words after the province that name a district: one, or the city and its district (수원시 팔달구). */
function districtWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => !/^[가-힣]{1,12}[시군구]$/.test(word));
  return words.slice(0, Math.min(2, end === -1 ? words.length : end));
}

/** The keys of the houses of an address, from which places at the same house are found. */
export const houseKeysOf = (...addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap(housesOf).map(houseKey)),
];

/** Digits of a telephone number; '' if there are too few to identify a place. */
export function phoneKey(number: string | null): string {
  const digits = (number ?? '').replace(/\D/g, '');
  return 9 <= digits.length ? digits : '';
}
