export const SHARED_SORTS = ['recent', 'distance', 'rating', 'name'] as const;
export type SharedSort = (typeof SHARED_SORTS)[number];

/** The value of the category filter that selects places without a category. */
export const UNCATEGORISED = 'none';

/** The URL parameters of a shared list. They contain the state of the view. */
export type SharedSearch = {
  q?: string;
  /** The id of a category, or `UNCATEGORISED`. */
  category?: string;
  status?: 'todo' | 'done';
  sort?: SharedSort;
  /** If set, only places that the visitor also wants to visit are shown. */
  both?: 1;
  selected?: string;
};

/** Parses the URL parameters. Invalid values are dropped without an error. */
export function readSharedSearch(search: Readonly<Record<string, unknown>>): SharedSearch {
  const q = text(search.q, 100);
  const category = text(search.category, 40);
  const selected = text(search.selected, 300);
  const sort = SHARED_SORTS.find((one) => one === search.sort);
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...((search.status === 'todo' || search.status === 'done') && { status: search.status }),
    ...(sort && { sort }),
    ...(Number(search.both) === 1 && { both: 1 }),
    ...(selected && { selected }),
  };
}

const text = (value: unknown, maximum: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).normalize('NFC').slice(0, maximum)
    : '';
