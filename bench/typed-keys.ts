import { convertHangulToQwerty, convertQwertyToHangul, getChoseong } from 'es-hangul';
import type { Coordinates } from '#common/geo.ts';
import {
  type GeneratedPlace,
  makePlaces,
  randomFrom,
} from '#features/places/server/import/generated-places.test-factory.ts';
import { SEARCH_POINTS } from '#features/places/server/search/typed-queries.test-factory.ts';

/** A search for a place: the text after each key press, and the location. */
export type TypedSearch = { keys: string[]; near: Coordinates };

/**
 * Returns searches for generated places: by part of the name, by initials, by name and neighbourhood, and by the Latin
 * keyboard layout.
 */
export function typedSearches(count: number): TypedSearch[] {
  const random = randomFrom(11);
  const places = [...makePlaces({ count: 20_000 })].filter(({ isClosed }) => !isClosed);
  const searches: TypedSearch[] = [];
  while (searches.length < count) {
    const place = places[Math.floor(random() * places.length)] as GeneratedPlace;
    const [word] = place.name.match(/[가-힣]{2,}/g) ?? [];
    if (word === undefined) continue;
    const part = word.slice(0, 2 + Math.floor(random() * 3));
    const near = SEARCH_POINTS[Math.floor(random() * SEARCH_POINTS.length)] as Coordinates;
    searches.push({ keys: keysOf(part, { place, turn: random() }), near });
  }
  return searches;
}

function keysOf(part: string, { place, turn }: { place: GeneratedPlace; turn: number }): string[] {
  if (turn < 0.6) return boxAfterEachKey(part);
  if (turn < 0.75) return prefixes(getChoseong(part));
  if (turn < 0.9) return boxAfterEachKey(`${part} ${place.dong.slice(0, 2)}`);
  return prefixes(convertHangulToQwerty(part));
}

/**
 * Returns the texts after each key press: for 국밥 these are ㄱ, 구, 국, 국ㅂ, 국바, 국밥. A space at the end does not start a new
 * search.
 */
const boxAfterEachKey = (text: string): string[] =>
  prefixes(convertHangulToQwerty(text))
    .filter((keys) => !keys.endsWith(' '))
    .map(convertQwertyToHangul);

const prefixes = (text: string): string[] => [...text].map((_, at) => text.slice(0, at + 1));
