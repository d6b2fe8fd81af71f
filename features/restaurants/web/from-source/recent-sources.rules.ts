import type { MyRestaurant, SourceKind } from '#features/restaurants/restaurants.contract.ts';

/** A programme, magazine or person from which a member heard of places. */
export type Source = { kind: SourceKind; memo: string };

export const isSameSource = (one: Source, other: Source): boolean =>
  one.kind === other.kind && one.memo === other.memo;

/**
 * Returns the distinct sources of a list that have a memo. The source with the most recently saved place comes first.
 */
export function recentSources(
  restaurants: readonly Pick<MyRestaurant, 'sourceKind' | 'sourceMemo' | 'linkedAt'>[],
  { maximum }: { maximum: number },
): Source[] {
  const newestFirst = [...restaurants].sort((a, b) => b.linkedAt - a.linkedAt);
  const sources: Source[] = [];
  for (const { sourceKind: kind, sourceMemo } of newestFirst) {
    const memo = sourceMemo.trim();
    if (sources.length === maximum) break;
    if (kind === null || memo === '' || sources.some((source) => isSameSource(source, { kind, memo })))
      continue;
    sources.push({ kind, memo });
  }
  return sources;
}
