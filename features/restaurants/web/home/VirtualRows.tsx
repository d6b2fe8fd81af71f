import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';
import { type PlacedRows, remember } from './home-memory.ts';
import { GAP, LIKELY_HEIGHT, likelyHeightOf, type RowLayout } from './row-layout.ts';

/** A ref callback that observes the height of a row. */
export type MeasureRow = (row: HTMLLIElement | null) => void;

/**
 * Finds the rows near the visible part, and their positions in the whole list. The component itself renders nothing.
 * The elements of the first rows must stay when this code has been loaded, because a finger may be on one of the rows.
 */
export function VirtualRows({
  list,
  entries,
  selectedId,
  onPlaced,
  memory,
  columns,
  coveredBelow,
}: RowLayout & {
  list: RefObject<HTMLUListElement | null>;
  entries: readonly ListEntry[];
  selectedId: string | null;
  onPlaced: (rows: PlacedRows, measure: MeasureRow) => void;
}) {
  const scroller = useRef<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => (scroller.current ??= scrollingParent(list.current)),
    estimateSize: (index) => {
      const entry = entries[index];
      return entry ? likelyHeightOf(entry) : LIKELY_HEIGHT;
    },
    // If `getItemKey` were a new function at each render, the virtualiser would compute all positions again.
    getItemKey: useCallback((index) => entries[index]?.restaurant.id ?? index, [entries]),
    overscan: 8,
    gap: GAP,
    lanes: columns,
    paddingStart: 2,
    scrollPaddingStart: 8,
    scrollPaddingEnd: coveredBelow + 8,
    useFlushSync: false,
    // The member may already have scrolled the first rows before this code was loaded.
    initialOffset: () => memory.scrollTop || (scrollingParent(list.current)?.scrollTop ?? 0),
    initialMeasurementsCache: memory.measured,
    onChange: ({ scrollOffset, measurementsCache }) =>
      remember(memory, { scrollTop: scrollOffset ?? 0, measured: measurementsCache }),
  });

  const items = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  const { measureElement } = virtualizer;
  useLayoutEffect(() => {
    // `items` is empty until the height of the scrolling element is known.
    if (items.length === 0) return;
    const placed = { items, height };
    remember(memory, { placed });
    onPlaced(placed, measureElement);
  }, [onPlaced, items, height, measureElement, memory]);

  // Scrolling renders this component in every frame, and the list can have ten thousand entries.
  const selectedAt = useMemo(
    () => entries.findIndex(({ restaurant }) => restaurant.id === selectedId),
    [entries, selectedId],
  );
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'auto' });
    // The dependency is `selectedAt >= 0`, not `selectedAt`. Therefore a new selection scrolls the list, but a new
    // position of the selected place after filtering does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId, selectedAt >= 0]);

  return null;
}

function scrollingParent(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement ?? null; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}
