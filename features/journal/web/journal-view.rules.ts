import type { KoreanQuery } from '#common/korean.ts';
import { type Month, monthOf } from '../days.rules.ts';
import type { JournalEntrySummary } from '../journal.contract.ts';

export type JournalFilters = {
  text: KoreanQuery;
  /** Entries that the server's full-text search found; the document contains truncated texts only. */
  foundInWhole: ReadonlySet<string>;
  tag: string | null;
  restaurantId: string | null;
  month: Month | null;
  day: number | null;
};

/** The entries that pass all filters, in their order. */
export const filterEntries = (
  entries: readonly JournalEntrySummary[],
  { text, foundInWhole, tag, restaurantId, month, day }: JournalFilters,
): JournalEntrySummary[] =>
  entries.filter(
    (entry) =>
      (month === null || monthOf(entry.visitDate) === month) &&
      (day === null || entry.visitDate === day) &&
      (restaurantId === null || entry.restaurantId === restaurantId) &&
      (tag === null || entry.tagsWith.includes(tag) || entry.tagsOccasion.includes(tag)) &&
      (foundInWhole.has(entry.id) || text.matches(textsOf(entry))),
  );

const textsOf = ({ restaurantName, textStart, tagsWith, tagsOccasion }: JournalEntrySummary) => [
  restaurantName,
  textStart,
  ...tagsWith,
  ...tagsOccasion,
];

/** One row of the timeline. */
export type TimelineItem =
  | { kind: 'month'; month: Month; count: number }
  | { kind: 'entry'; entry: JournalEntrySummary; isLastOfMonth: boolean };

/** Entries with a header above each month. @param entries newest first */
export function timelineOf(entries: readonly JournalEntrySummary[]): TimelineItem[] {
  const months = Map.groupBy(entries, ({ visitDate }) => monthOf(visitDate));
  return [...months].flatMap(([month, its]): TimelineItem[] => [
    { kind: 'month', month, count: its.length },
    ...its.map((entry, at) => ({ kind: 'entry' as const, entry, isLastOfMonth: at === its.length - 1 })),
  ]);
}

/** Most frequent tags of these entries; ties in order of occurrence. */
export function commonTags(
  entries: readonly JournalEntrySummary[],
  tagsOf: (entry: JournalEntrySummary) => readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) for (const tag of tagsOf(entry)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
}

/** Colour level of a day with this number of entries. */
export const intensityOf = (count: number): 0 | 1 | 2 | 3 => Math.min(count, 3) as 0 | 1 | 2 | 3;
