import { type HomeSearch, readHomeSearch } from '#features/restaurants/web/home-search.rules.ts';

/** URL parameters of the page that selects places: the filters of the list, and the collection to add to. */
export type CollectSearch = HomeSearch & { collection?: string };

export function readCollectSearch(search: Readonly<Record<string, unknown>>): CollectSearch {
  const { collection } = search;
  return {
    ...readHomeSearch(search),
    ...(typeof collection === 'string' && { collection: collection.slice(0, 64) }),
  };
}
