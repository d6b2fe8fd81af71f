import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { letterKey } from '#common/korean-keys.ts';
import { currentRegion, provinceNamed } from '#common/regions.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { houseKey, housesOf } from '#features/places/houses.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { PastedPlace } from './pasted-text.rules.ts';

/** The description of a place. A pasted place has no coordinates, and a place from a file often has no address. */
type Named = { name: string; address: string; coordinates?: Coordinates | null };
type Candidate = Named & Pick<PlaceSuggestion, 'placeId' | 'businessStatus'>;

export type Match<Found extends Candidate> =
  /** The screen shows 이미 있어요. */
  | { state: 'saved'; restaurantId: string }
  /** The screen shows 확실해요. */
  | { state: 'certain'; candidate: Found }
  /** The screen shows 골라 주세요. The most likely candidate is first. */
  | { state: 'choose'; candidates: Found[] }
  /** The screen shows 못 찾았어요. */
  | { state: 'none' };

export const CANDIDATES_MAXIMUM = 5;

/**
 * Finds the place of the index for a pasted or imported place. A match is certain if exactly one candidate that is not
 * permanently closed is the same place (`isSamePlace`), or is the only one with this name where the place is
 * (`onlyNamesake`), or its name begins in the address (`isNamedInAddress`). In all other cases the member must choose, because saving a wrong place would be worse.
 * @param candidates results of the place search; the best result is first
 * @param saved the member's list
 */
export function matchPlace<Found extends Candidate>({
  place,
  candidates,
  saved,
}: {
  place: Named;
  candidates: readonly Found[];
  saved: readonly (Named & { id: string })[];
}): Match<Found> {
  const own =
    saved.find((each) => isSamePlace(place, each)) ?? saved.find((each) => isNamedInAddress(place, each));
  if (own) return { state: 'saved', restaurantId: own.id };
  const open = candidates.filter(({ businessStatus }) => businessStatus !== 'closed_permanently');
  const same = open.filter((each) => isSamePlace(place, each));
  const named = same.length > 0 ? same : open.filter((each) => isNamedInAddress(place, each));
  const [only = null] = named.length < 2 ? [named[0] ?? onlyNamesake(place, open)] : [];
  if (only) return { state: 'certain', candidate: only };
  const likely = candidates
    .filter((each) => isPossible(place, each))
    .toSorted((a, b) => likeness(place, b) - likeness(place, a))
    .slice(0, CANDIDATES_MAXIMUM);
  return likely.length > 0 ? { state: 'choose', candidates: likely } : { state: 'none' };
}

/**
 * Returns the texts to search for: the name alone, then the name with district and house or with the area. The name
 * alone takes a third of the time and finds most places. The address is needed for names that many places have.
 */
export const searchesFor = (place: Pick<PastedPlace, 'name' | 'address'>): string[] => [
  ...new Set([asQuery(place.name), searchWithAddress(place)].filter((query) => query !== '')),
];

/** Returns the name with district and house, or with the area. */
export function searchWithAddress({ name, address }: Pick<PastedPlace, 'name' | 'address'>): string {
  const [house] = housesOf(address);
  const district = [...regionsOf(address).values()].at(-1)?.[0] ?? '';
  return asQuery(`${name} ${house ? `${district} ${house.street} ${house.number}` : areaOf(address)}`);
}

const asQuery = (text: string): string => text.trim().slice(0, SEARCH_MAXIMUM).trim();

/** Maximum number of characters that the place search accepts. */
const SEARCH_MAXIMUM = 100;

/**
 * Whether two descriptions mean the same place. Coordinates are compared only if one description has no house number,
 * because a house number is more exact than a pin.
 */
export function isSamePlace(a: Named, b: Named): boolean {
  if (nameKey(a.name) === '' || nameKey(a.name) !== nameKey(b.name)) return false;
  const regions = compareRegions(a, b);
  if (housesOf(a.address).length > 0 && housesOf(b.address).length > 0)
    return isSameHouse(a, b) && regions === 'same';
  const metres = metresBetween(a, b);
  if (metres !== null) return metres <= SAME_PIN && regions !== 'different';
  return a.address !== '' && letterKey(a.address) === letterKey(b.address);
}

/**
 * Whether the name of a candidate at the same house begins in the address: `와우산로 94 2층` and `다방` are `와우산로 94` and
 * `2층 다방`. In a text with the address before the name, only the index knows where the name begins.
 */
function isNamedInAddress(place: Named, candidate: Named): boolean {
  const isThere = isSameHouse(place, candidate) && compareRegions(place, candidate) === 'same';
  const key = nameKey(candidate.name);
  if (!isThere || key.length <= nameKey(place.name).length) return false;
  const words = `${place.address} ${place.name}`.split(/[\s,]+/);
  return words.some((_, at) => nameKey(words.slice(at).join(' ')) === key);
}

/**
 * Returns the only candidate with the name of a place whose house is unknown: the only one in its area, near its point,
 * or in the whole index if the place is described by its name alone. A branch beside it (온달국수 성수점) makes it
 * uncertain.
 */
function onlyNamesake<Found extends Named>(place: Named, open: readonly Found[]): Found | null {
  const key = nameKey(place.name);
  if (key === '') return null;
  const there = open.filter((each) => nameKey(each.name).startsWith(key) && isWhere(place, each));
  const [only] = there;
  return only && there.length === 1 && nameKey(only.name) === key ? only : null;
}

/** Whether nothing that is known of the location of a place contradicts a candidate, and its address confirms it. */
function isWhere(place: Named, candidate: Named): boolean {
  const regions = compareRegions(place, candidate);
  if (regions === 'different') return false;
  if (housesOf(place.address).length > 0) return isSameHouse(place, candidate);
  const metres = metresBetween(place, candidate);
  if (place.coordinates) return metres !== null && metres <= NEAR_PIN;
  return place.address === '' || regions === 'same' || candidate.address.includes(areaOf(place.address));
}

/**
 * Returns the smallest area that an address without a house names, without its ending.
 * @example areaOf('서울 성동구 성수동') // '성수'
 */
function areaOf(address: string): string {
  const words = withoutCountry(address).split(/[\s,]+/);
  const areas = words.filter((word) => /^[가-힣]{2,}\d?(?:시|군|구|읍|면|동|리|가|역)$/.test(word));
  return (areas.at(-1) ?? words[0] ?? '').replace(/(?<=[가-힣]{2})(?:\d?동|역|읍|면|리|구|군|시)$/, '');
}

/** Maximum distance between two pins of the same place, in metres. */
const SAME_PIN = 50;
/** Maximum distance between two pins of the only place with its name there, in metres. */
const NEAR_PIN = 300;
/** Distance in metres beyond which a place with the same name is another place. */
const NEARBY = 2_000;

const metresBetween = (a: Named, b: Named): number | null =>
  a.coordinates && b.coordinates ? distanceMetres(a.coordinates, b.coordinates) : null;

/**
 * Returns the letters and digits of a name, so that two spellings of one name have the same key. For example, 온지음 레스토랑
 * and 온지음레스토랑 have the same key, and so do (주)밍글스 and 밍글스.
 */
export const nameKey = (name: string): string => letterKey(name.replace(/\(주\)|㈜|주식회사/g, ''));

export function isSameHouse(a: Pick<Named, 'address'>, b: Pick<Named, 'address'>): boolean {
  const houses = new Set(housesOf(a.address).map(houseKey));
  return housesOf(b.address).some((house) => houses.has(houseKey(house)));
}

/**
 * Whether a candidate is offered to the member. The candidate must not be in another region, and must have a similar
 * name or the same house. If the place has no address, the candidate must be within the distance `NEARBY`. If the place
 * has an address but no name, only the house is compared.
 */
function isPossible(place: Named, candidate: Named): boolean {
  if (compareRegions(place, candidate) === 'different') return false;
  if (place.address === '' && NEARBY < (metresBetween(place, candidate) ?? 0)) return false;
  if (place.name === '') return isSameHouse(place, candidate);
  const [a, b] = [plain(place.name), plain(candidate.name)];
  return a.includes(b) || b.includes(a) || a.slice(0, 2) === b.slice(0, 2) || isSameHouse(place, candidate);
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{Letter}\d]/gu, '');

function likeness(place: Named, candidate: Candidate): number {
  return (
    (nameKey(place.name) === nameKey(candidate.name) ? 4 : 0) +
    (isSameHouse(place, candidate) ? 3 : 0) +
    ((metresBetween(place, candidate) ?? Infinity) <= SAME_PIN ? 3 : 0) +
    (compareRegions(place, candidate) === 'same' ? 2 : 0) +
    (candidate.businessStatus === 'closed_permanently' ? -5 : 0)
  );
}

/**
 * Compares province, city, county and district. The result is `unknown` if the two addresses have no level below the
 * province in common. For 세종, the province is enough.
 */
function compareRegions(a: Named, b: Named): 'same' | 'different' | 'unknown' {
  const [regionsA, regionsB] = [regionsOf(a.address), regionsOf(b.address)];
  const shared = [...regionsA.keys()].filter((level) => regionsB.has(level));
  if (shared.some((level) => !isSameRegion(regionsA.get(level), regionsB.get(level)))) return 'different';
  const isLocal = shared.some((level) => level !== 'province') || regionsA.get('province')?.[0] === '세종';
  return isLocal && shared.length > 0 ? 'same' : 'unknown';
}

const isSameRegion = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.some((name) => b.includes(name));

/**
 * Returns the regions of an address by their names of today. A region has several names if its address has not been
 * rewritten and does not tell them apart.
 * @example regionsOf('경기도 성남시 분당구 판교로 1') // province 경기, 시 성남시, 구 분당구
 * @example regionsOf('인천 서구 가정로 9') // province 인천, 구 검단구 or 서해구
 */
function regionsOf(address: string): Map<string, string[]> {
  const regions = new Map<string, string[]>();
  const written = withoutCountry(address);
  const [first = '', ...words] = written.split(/[\s,]+/);
  const current = currentRegion(written);
  const province = provinceNamed(current?.province ?? first.replace(/(?<=^..)시$/, ''))?.shortName;
  if (province) regions.set('province', [province]);
  for (const word of province ? words : [first, ...words]) {
    const level = levelOf(word);
    if (level === undefined) break;
    if (!regions.has(level)) regions.set(level, [word]);
  }
  for (const [level] of regions) {
    const names = current?.districts
      .flatMap((name) => name.split(' '))
      .filter((name) => levelOf(name) === level);
    if (names && names.length > 0) regions.set(level, names);
  }
  return regions;
}

const levelOf = (word: string) => /^[가-힣]{1,12}([시군구])$/.exec(word)?.[1];
