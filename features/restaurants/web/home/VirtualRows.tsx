import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { ListEntry } from '../list-view.rules.ts';
import { remember } from './home-memory.ts';
import { GAP, LIKELY_HEIGHT, type RowLayout } from './row-layout.ts';

/** The rows near the window, at their positions in the whole list. */
export function VirtualRows({
  frame,
  entries,
  selectedId,
  rowAt,
  memory,
  columns,
  coveredBelow,
}: RowLayout & {
  /** Properties of the list element. */
  frame: ComponentProps<'ul'>;
  entries: readonly ListEntry[];
  selectedId: string | null;
  rowAt: (index: number) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => (scroller.current ??= scrollingParent(list.current)),
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: (index) => entries[index]?.restaurant.id ?? index,
    overscan: 8,
    gap: GAP,
    lanes: columns,
    paddingStart: 2,
    scrollPaddingStart: 8,
    scrollPaddingEnd: coveredBelow + 8,
    useFlushSync: false,
    // The first rows may have been scrolled before this was loaded.
    initialOffset: () => memory.scrollTop || (scrollingParent(list.current)?.scrollTop ?? 0),
    initialMeasurementsCache: memory.measured,
    onChange: ({ scrollOffset, measurementsCache }) =>
      remember(memory, { scrollTop: scrollOffset ?? 0, measured: measurementsCache }),
  });

  const selectedAt = entries.findIndex(({ restaurant }) => restaurant.id === selectedId);
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'auto' });
    // Only a new selection scrolls the list, not a new position of the selected place after filtering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId, selectedAt >= 0]);

  return (
    <ul {...frame} ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          aria-setsize={entries.length}
          aria-posinset={item.index + 1}
          className="absolute top-0"
          style={{
            left: `calc(${(item.lane * 100) / columns}% + ${(item.lane * GAP) / columns}px)`,
            width: `calc(${100 / columns}% - ${(GAP * (columns - 1)) / columns}px)`,
            transform: `translateY(${item.start}px)`,
          }}
        >
          {rowAt(item.index)}
        </li>
      ))}
    </ul>
  );
}

function scrollingParent(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement ?? null; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}
