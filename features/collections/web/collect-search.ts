import { type HomeSearch, readHomeSearch } from '#features/restaurants/home-search.rules.ts';

export type CollectSearch = HomeSearch & { collection?: string };

export function readCollectSearch(search: Readonly<Record<string, unknown>>): CollectSearch {
  const { collection } = search;
  return {
    ...readHomeSearch(search),
    ...(typeof collection === 'string' && { collection: collection.slice(0, 64) }),
  };
}
