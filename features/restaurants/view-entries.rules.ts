import { type Counted, type ListEntry, type ListStatus, statusOf } from './list-view.rules.ts';
import { type ListFilters, testOf } from './list-filters.rules.ts';

export type ListView = {
  entries: ListEntry[];
  /**
   * Contains, for each category of the whole list, the number of places that the list would show together with the
   * other active filters. The number can be 0.
   */
  categoryCounts: ReadonlyMap<string, Counted>;
  /** Number of saved places that the list would show without the filters. Provided places are not counted. */
  savedCount: number;
  /**
   * Contains, for each status, the number of places that the list would show together with the other active filters.
   */
  statusCounts: Readonly<Record<ListStatus, number>>;
};

/**
 * Returns the entries that pass every filter, in the given order, and the counts that are shown next to the filters.
 */
export function viewEntries(entries: readonly ListEntry[], filters: ListFilters): ListView {
  const { search, found } = filters;
  const passesOthers = testOf(filters, ['category', 'status']);
  const shown: ListEntry[] = [];
  const categoryCounts = new Map<string, Counted>();
  const statusCounts: Record<ListStatus, number> = { todo: 0, done: 0, provided: 0 };
  let savedCount = 0;
  for (const entry of entries) {
    const { categoryId, isProvided } = entry;
    const status = statusOf(entry);
    const counted = categoryCounts.get(categoryId) ?? { saved: 0, provided: 0 };
    categoryCounts.set(categoryId, counted);
    if (!isProvided && (!found || found.has(entry))) savedCount += 1;
    if (!passesOthers(entry)) continue;
    const inCategory = search.category === undefined || search.category === categoryId;
    const inStatus = search.status === undefined || search.status === status;
    if (inCategory) statusCounts[status] += 1;
    if (!inStatus) continue;
    counted[isProvided ? 'provided' : 'saved'] += 1;
    if (inCategory) shown.push(entry);
  }
  // The best matches come first. Equal matches keep their order.
  if (found) shown.sort((a, b) => (found.get(a)?.cost ?? 0) - (found.get(b)?.cost ?? 0));
  return { entries: shown, categoryCounts, savedCount, statusCounts };
}
