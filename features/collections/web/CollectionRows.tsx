import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import type { Collection, CollectionPlace } from '#features/collections/collections.contract.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { ListEntry } from '#features/restaurants/web/list-view.rules.ts';
import { TogetherBar } from './TogetherBar.tsx';
import { CollectionTicket } from './CollectionTicket.tsx';

const LIKELY_HEIGHT = 112;
const GAP = 10;

/** The tickets of a collection, virtualised. */
export function CollectionRows({
  entries,
  collection,
  byId,
  wantedByAll,
  found,
  hidesDistance,
  selectedId,
  onHover,
}: {
  entries: readonly ListEntry[];
  collection: Collection;
  /** Its places by id. */
  byId: ReadonlyMap<string, CollectionPlace>;
  wantedByAll: ReadonlySet<string>;
  /** What the search found; null: nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  hidesDistance: boolean;
  selectedId: string | null;
  onHover: (restaurantId: string | null) => void;
}) {
  const element = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(element.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: useCallback((index: number) => entries[index]?.restaurant.id ?? index, [entries]),
    overscan: 8,
    gap: GAP,
    scrollMargin,
    useFlushSync: false,
  });
  const selectedAt = entries.findIndex(({ restaurant }) => restaurant.id === selectedId);
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'center' });
    // Only a new selection scrolls the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId]);
  return (
    <ul
      ref={element}
      role="list"
      aria-label={m.collections_places_label()}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const entry = entries[item.index];
        if (!entry) return null;
        const { id } = entry.restaurant;
        const place = byId.get(id);
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={entries.length}
            aria-posinset={item.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
            onPointerEnter={() => onHover(id)}
            onPointerLeave={() => onHover(null)}
          >
            <CollectionTicket
              entry={entry}
              note={place?.note ?? ''}
              isWantedByAll={wantedByAll.has(id)}
              found={found?.get(entry) ?? null}
              hidesDistance={hidesDistance}
              isSelected={id === selectedId}
            />
            {place && 1 < collection.people.length && <TogetherBar collection={collection} place={place} />}
          </li>
        );
      })}
    </ul>
  );
}
