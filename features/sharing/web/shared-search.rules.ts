export const SHARED_SORTS = ['recent', 'distance', 'rating', 'name'] as const;
export type SharedSort = (typeof SHARED_SORTS)[number];

/** Selects places without a category. */
export const UNCATEGORISED = 'none';

/** The view of a shared list, stored in the URL. */
export type SharedSearch = {
  q?: string;
  /** The id of a category, or `UNCATEGORISED`. */
  category?: string;
  status?: 'todo' | 'done';
  sort?: SharedSort;
  /** Shows only places that the visitor also wants to visit. */
  both?: 1;
  selected?: string;
};

/** Drops invalid values. */
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
