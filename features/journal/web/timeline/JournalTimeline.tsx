import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import { formatMonth } from '../format-dates.ts';
import { timelineOf } from '../journal-view.rules.ts';
import { useIsPrinting } from '#web/browser/use-is-printing.ts';
import { useDeleteEntry } from '../journal.queries.ts';
import { useMyPlaces } from '../use-my-places.ts';
import { EntryCard } from './EntryCard.tsx';

const LIKELY_ENTRY_HEIGHT = 190;
const MONTH_HEIGHT = 52;

export function JournalTimeline({
  entries,
  found,
}: {
  entries: readonly JournalEntrySummary[];
  found: ReadonlyMap<string, Found | null> | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  const items = useMemo(() => timelineOf(entries), [entries]);
  const top = useTopOf(list);
  const places = useMyPlaces();
  const { nameOf } = useCategories();
  const { mutate: remove } = useDeleteEntry();
  const onDelete = useCallback((entryId: string) => remove({ entryId }), [remove]);
  const isPrinting = useIsPrinting();
  // The React compiler is not used. Therefore the rows are computed again on every scroll, as intended.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'month' ? MONTH_HEIGHT : LIKELY_ENTRY_HEIGHT),
    // If `getItemKey` were a new function at each render, the virtualiser would compute all positions again.
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item?.kind === 'entry' ? item.entry.id : (item?.month ?? index);
      },
      [items],
    ),
    overscan: 6,
    scrollMargin: top,
    useFlushSync: false,
  });
  const rowOf = (item: (typeof items)[number]) => {
    const place = item.kind === 'entry' ? places.get(item.entry.restaurantId ?? '') : undefined;
    return item.kind === 'month' ? (
      <h2 className="type-h2 numbers flex items-baseline gap-2 pt-2 pb-4">
        {formatMonth(item.month)}
        <span className="type-caption font-semibold text-ink-3">
          {m.journal_meals({ count: item.count })}
        </span>
      </h2>
    ) : (
      <EntryCard
        entry={item.entry}
        found={found?.get(item.entry.id) ?? null}
        neighbourhood={place?.neighbourhood ?? ''}
        rating={place?.rating ?? null}
        categoryName={place ? nameOf(place.categoryId) : null}
        hasNext={!item.isLastOfMonth}
        onDelete={onDelete}
      />
    );
  };
  if (isPrinting)
    return (
      <ol role="list" aria-label={m.journal_timeline_label()} data-printed>
        {items.map((item) => (
          <li key={item.kind === 'entry' ? item.entry.id : item.month}>{rowOf(item)}</li>
        ))}
      </ol>
    );
  return (
    <ol
      ref={list}
      role="list"
      aria-label={m.journal_timeline_label()}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((row) => {
        const item = items[row.index];
        if (!item) return null;
        return (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {rowOf(item)}
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Returns the distance in pixels from the top of the page to the list. The distance is measured again when something
 * above the list changes its height.
 */
function useTopOf(list: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [list]);
  return top;
}
