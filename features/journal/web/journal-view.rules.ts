import type { Found, PersonalSearch, SearchedTexts } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { type Month, monthOf } from '../months.rules.ts';
import type { JournalEntrySummary } from '../journal.contract.ts';

export type JournalFilters = {
  /** The matches of the search by entry id; null if nothing is typed. */
  found: ReadonlyMap<string, unknown> | null;
  tag: string | null;
  restaurantId: string | null;
  month: Month | null;
  day: number | null;
};

export const filterEntries = (
  entries: readonly JournalEntrySummary[],
  { found, tag, restaurantId, month, day }: JournalFilters,
): JournalEntrySummary[] =>
  entries.filter(
    (entry) =>
      (month === null || monthOf(entry.visitDate) === month) &&
      (day === null || entry.visitDate === day) &&
      (restaurantId === null || entry.restaurantId === restaurantId) &&
      (tag === null || entry.tagsWith.includes(tag) || entry.tagsOccasion.includes(tag)) &&
      (found === null || found.has(entry.id)),
  );

/**
 * An entry with the texts that are searched. `searched` also contains the texts of the place from the member's list.
 */
export type SearchedEntry = { entry: JournalEntrySummary; searched: SearchedTexts };

export const searchableEntries = ({
  entries,
  places,
  nameOf,
}: {
  entries: readonly JournalEntrySummary[];
  places: ReadonlyMap<string, Pick<MyRestaurant, 'address' | 'neighbourhood' | 'categoryId' | 'coordinates'>>;
  nameOf: (categoryId: string) => string;
}): SearchedEntry[] =>
  entries.map((entry) => {
    const {
      address = '',
      neighbourhood = '',
      categoryId = null,
      coordinates = null,
    } = places.get(entry.restaurantId ?? '') ?? {};
    const category = categoryId === null ? [] : [nameOf(categoryId)];
    return {
      entry,
      searched: {
        name: entry.restaurantName,
        labels: [...entry.tagsWith, ...entry.tagsOccasion, entry.textStart, ...category],
        address,
        neighbourhood,
        categoryId,
        coordinates,
      },
    };
  });

/**
 * Returns the matches by entry id; null if nothing is typed. The value of an entry that only the server found is null.
 * If there are exact matches or matches of the server, less exact matches are left out, because the timeline is sorted
 * by day and could show them first.
 * @param foundByServer ids of entries that the full-text search of the server found. The search is needed because the
 * journal document contains only the beginning of long texts.
 */
export function searchEntries(
  searchableEntries: readonly SearchedEntry[],
  {
    personalSearch,
    foundByServer,
  }: { personalSearch: PersonalSearch | null; foundByServer: readonly string[] },
): ReadonlyMap<string, Found | null> | null {
  const found = personalSearch?.(searchableEntries);
  if (!found) return null;
  const localMatches = [...found].map(([{ entry }, match]) => [entry.id, match] as const);
  const exactMatches = localMatches.filter(([, { closeness }]) => closeness === 'match');
  const serverMatches = foundByServer.map((id) => [id, null] as const);
  if (exactMatches.length === 0 && serverMatches.length === 0) return new Map(localMatches);
  return new Map([...serverMatches, ...exactMatches]);
}

export type TimelineItem =
  | { kind: 'month'; month: Month; count: number }
  | { kind: 'entry'; entry: JournalEntrySummary; isLastOfMonth: boolean };

/**
 * Returns the rows of the timeline: the months and their entries. @param entries sorted; the newest entry comes first
 */
export function timelineOf(entries: readonly JournalEntrySummary[]): TimelineItem[] {
  const months = Map.groupBy(entries, ({ visitDate }) => monthOf(visitDate));
  return [...months].flatMap(([month, its]): TimelineItem[] => [
    { kind: 'month', month, count: its.length },
    ...its.map((entry, at) => ({ kind: 'entry' as const, entry, isLastOfMonth: at === its.length - 1 })),
  ]);
}

/**
 * Returns the tags sorted by frequency. The most frequent tag comes first. Tags with the same frequency are in the
 * order in which they occur.
 */
export function commonTags(
  entries: readonly JournalEntrySummary[],
  tagsOf: (entry: JournalEntrySummary) => readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) for (const tag of tagsOf(entry)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
}

/** Returns the shade of a day with this number of entries, for the heat map of a year. */
export const intensityOf = (count: number): 0 | 1 | 2 | 3 => Math.min(count, 3) as 0 | 1 | 2 | 3;
