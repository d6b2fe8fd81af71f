import { distanceMetres } from '#common/geo.ts';
import { currentAddress } from '#common/regions.ts';
import { dishFor, readPrice } from '#features/official-lists/price.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { PricedSearch } from '#features/places/server/places.public.ts';
import { type PricedPlace, selectPricedPlaces } from './official-pages.sql.ts';

const SUGGESTIONS = 10;

/**
 * Answers a search with a price by places of 착한가격업소, whose menu prices are known. What the search without the price
 * finds comes first, in its order. If no place is known whose price fits, the result of that search is returned.
 */
export const searchByPrice: PricedSearch = async (connection, { typed, near, search }) => {
  const wanted = readPrice(typed);
  if (wanted === null) return null;
  const { rest, ...range } = wanted;
  // A place can have such a name, but none with a comparison.
  const mayBeName = typed.trim().endsWith('원');
  const named = rest === '' || mayBeName ? await search(typed) : [];
  if (named.some(({ name, isGuess }) => !isGuess && plain(name).startsWith(plain(typed))))
    return { suggestions: named };
  const words = rest.split(' ').filter((word) => word !== '');
  const [found, priced] = await Promise.all([
    rest === '' ? named : search(rest),
    selectPricedPlaces(connection, { words, ...range, near }),
  ]);
  const suggested = new Map(found.map((suggestion) => [suggestion.placeId, suggestion]));
  const fitting = priced.flatMap((place) => {
    const dish = dishFor(place.menus, { words, ...range });
    return dish ? [{ ...(suggested.get(place.placeId) ?? suggestionOf(place, near)), dish }] : [];
  });
  if (fitting.length === 0) return { suggestions: found, isPriceUnknown: true };
  const order = [...suggested.keys()];
  const rankOf = ({ placeId }: PlaceSuggestion) =>
    suggested.has(placeId) ? order.indexOf(placeId) : Infinity;
  return {
    suggestions: fitting
      .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : Number(rankOf(b) < rankOf(a))))
      .slice(0, SUGGESTIONS),
  };
};

const plain = (text: string) => text.replaceAll(/[\s,]/g, '');

function suggestionOf(
  { placeId, name, address, kind, categoryId, coordinates }: PricedPlace,
  near: Parameters<PricedSearch>[1]['near'],
): PlaceSuggestion {
  return {
    placeId,
    name,
    nameMatches: [],
    address: currentAddress(address),
    kind,
    categoryId,
    coordinates,
    distanceMetres: near && coordinates ? Math.round(distanceMetres(near, coordinates)) : null,
    businessStatus: 'operational',
    isExample: false,
    isGuess: false,
  };
}
