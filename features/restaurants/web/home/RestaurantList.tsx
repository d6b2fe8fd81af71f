import { useVirtualizer } from '@tanstack/react-virtual';
import { Suspense, useEffect, useRef } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { ListEntry } from '../list-view.rules.ts';
import { useStatusChange } from '../use-status-change.ts';
import { type HomeMemory, remember } from './home-memory.ts';
import { RestaurantTicket } from './RestaurantTicket.tsx';

const ProvidedTicket = lazyPart(async () => ({
  default: (await import('../provided/ProvidedTicket.tsx')).ProvidedTicket,
}));

const GAP = 10;
/** Most tickets have a source line; others are measured when rendered. */
const LIKELY_HEIGHT = 98;

/**
 * The tickets, virtualised: only those near the window are rendered, so that ten thousand scroll like ten. Scrolls with
 * its container.
 */
export function RestaurantList({
  entries,
  memory,
  found,
  typed,
  selectedId,
  columns,
  hidesDistance,
  coveredBelow,
  onOpen,
  onHover,
}: {
  entries: readonly ListEntry[];
  /** Where the list was when the member left it. */
  memory: HomeMemory;
  /** What the search found; null: nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  typed: string;
  selectedId: string | null;
  columns: 1 | 2;
  /** Distances are measured from a point other than the member's location. */
  hidesDistance: boolean;
  /** Pixels of the scrolling element below the screen's edge. */
  coveredBelow: number;
  onOpen: (restaurantId: string) => void;
  /** The place whose ticket has the pointer or the focus; null: none. */
  onHover: (restaurantId: string | null) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const { nameOf } = useCategories();
  const onStatus = useStatusChange();
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
    initialOffset: memory.scrollTop,
    initialMeasurementsCache: memory.measured,
    onChange: ({ scrollOffset, measurementsCache }) =>
      remember(memory, { scrollTop: scrollOffset ?? 0, measured: measurementsCache }),
  });

  /** From here on, places are shown that do not match all that was typed. */
  const unsureFrom = found ? entries.findIndex((entry) => found.get(entry)?.closeness !== 'match') : -1;

  const selectedAt = entries.findIndex(({ restaurant }) => restaurant.id === selectedId);
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'auto' });
    // Only a new selection scrolls the list, not a new position of the selected place after filtering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId, selectedAt >= 0]);

  const light = (target: EventTarget) => {
    const at = target instanceof Element ? target.closest('li')?.dataset.index : undefined;
    onHover(at === undefined ? null : (entries[Number(at)]?.restaurant.id ?? null));
  };

  return (
    // Pointer and focus only raise pins; the list itself has no action.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      role="list"
      aria-label={m.restaurants_list_label()}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onPointerOver={(event) => event.pointerType === 'mouse' && light(event.target)}
      onPointerLeave={() => onHover(null)}
      onFocus={(event) => light(event.target)}
      onBlur={() => onHover(null)}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const entry = entries[item.index];
        if (!entry) return null;
        const { restaurant, isProvided, categoryId, distance } = entry;
        const shown = {
          restaurant,
          categoryName: nameOf(categoryId),
          distance: hidesDistance ? null : distance,
          found: found?.get(entry) ?? null,
          isSelected: restaurant.id === selectedId,
          onOpen,
        };
        return (
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
            {item.index === unsureFrom && (
              <p className="type-caption pt-1 pb-2 font-semibold text-ink-2">
                {found?.get(entry)?.closeness === 'guess'
                  ? m.places_guess()
                  : m.restaurants_partial({ typed })}
              </p>
            )}
            {isProvided ? (
              <Suspense fallback={<div style={{ height: LIKELY_HEIGHT }} />}>
                <ProvidedTicket {...shown} />
              </Suspense>
            ) : (
              <RestaurantTicket {...shown} onStatus={onStatus} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function scrollingParent(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement ?? null; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}
