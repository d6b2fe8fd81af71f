import { buildingsOf } from '#features/places/addresses.rules.ts';
import { housesOf } from '#features/places/houses.rules.ts';
import { kindSounding, meantText } from '#features/places/word-meaning.rules.ts';
import type { FoundBy, Search } from './place-search.ts';
import { buildingTerm, houseTerm, houseTermPrefix } from './place-terms.ts';
import { selectByTerms, selectNearestOfCategories } from './place-terms.sql.ts';

/** Penalty of a place if only the beginning of its house number was typed. */
const UNFINISHED_NUMBER = 3;
const PLACES_OF_HOUSES = 200;

/** Finds the places at the typed houses and in the typed buildings. */
export async function houses({ connection, typed, query, point }: Search): Promise<FoundBy[]> {
  const typedHouses = housesOf(typed).flatMap((house) => {
    // If the address was typed without spaces, `house.street` also contains the names of the province and the
    // district.
    const street = house.street.replace(/^.*[시군구](?=[가-힣]{2})/u, '');
    return street === house.street ? [house] : [house, { ...house, street }];
  });
  const buildings = query.tokens.map(meantText).flatMap(buildingsOf);
  const prefixes = [...typedHouses.map(houseTermPrefix), ...buildings.map(buildingTerm)];
  const rows = await selectByTerms(connection, { prefixes, point, limit: PLACES_OF_HOUSES });
  const wholeTerms = [...typedHouses.map(houseTerm), ...buildings.map(buildingTerm)].map(
    (term) => ` ${term}`,
  );
  return rows.map(({ id, cost, address_terms: terms }) => ({
    id,
    query,
    cost: cost + (wholeTerms.some((term) => terms.includes(term)) ? 0 : UNFINISHED_NUMBER),
  }));
}

/** Number of places that are read around the point. Reading this many places takes about 2 ms. */
const PLACES_READ = 1500;

/**
 * Finds places of the typed kinds of food in the region or around the point. If only a region was typed, finds places
 * of all kinds.
 */
export async function ofKind({ connection, query, meaning, point, limit }: Search): Promise<FoundBy[]> {
  if (0 < meaning.names.length) return [];
  if (meaning.kinds.length === 0 && meaning.point === null) return [];
  const categoryIds = [...new Set(meaning.kinds.flatMap(({ kind }) => kind.categoryIds))];
  const near = await selectNearestOfCategories(connection, { point, categoryIds, walk: PLACES_READ, limit });
  return near.map((each) => ({ ...each, query }));
}

/**
 * Finds places of a kind of food if only one word was typed and the word sounds like this kind, for example izakaya.
 */
export async function ofKindSounding({ connection, query, point, limit }: Search): Promise<FoundBy[]> {
  const [word, another] = query.tokens;
  const kind = word && !another ? kindSounding(word.text) : null;
  if (kind === null) return [];
  const { categoryIds } = kind;
  const near = await selectNearestOfCategories(connection, { point, categoryIds, walk: PLACES_READ, limit });
  return near.map((each) => ({ ...each, query }));
}
