import type { Coordinates } from '#common/geo.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';

export type PricedSuggestions = { suggestions: PlaceSuggestion[]; isPriceUnknown?: boolean };

/**
 * Answers a search that contains a price. Returns null if the typed text contains none. `search` searches without the
 * price.
 */
export type PricedSearch = (
  connection: Connection,
  request: {
    typed: string;
    near: Coordinates | undefined;
    search: (query: string) => Promise<PlaceSuggestion[]>;
  },
) => Promise<PricedSuggestions | null>;

const searches = new Set<PricedSearch>();

/** Registers the search of the feature that knows prices. */
export const onPricedSearch = (search: PricedSearch): void => void searches.add(search);

/** Searches by the typed text, or by the price that it contains. */
export async function searchWithPrice(
  connection: Connection,
  request: Parameters<PricedSearch>[1],
): Promise<PricedSuggestions> {
  for (const pricedSearch of searches) {
    const found = await pricedSearch(connection, request);
    if (found) return found;
  }
  return { suggestions: await request.search(request.typed) };
}
