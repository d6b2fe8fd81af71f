import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { SharedPlaceRow } from './SharedPlaceRow.tsx';
import type { Taking } from './use-taking.tsx';

const LIKELY_HEIGHT = 116;

/** The rows, virtualised. */
export function SharedPlaces({
  places,
  reader,
  selectedId,
  taking,
  onHover,
  onSelect,
}: {
  places: readonly SharedPlace[];
  reader: Coordinates | null;
  selectedId: string | null;
  /** Absent for the owner, who already has all places. */
  taking?: Taking;
  onHover: (placeId: string | null) => void;
  onSelect: (placeId: string | null) => void;
}) {
  const element = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(element.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: places.length,
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: (index) => places[index]?.id ?? index,
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
  });

  const selectedAt = places.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'center' });
    // Only a new selection scrolls the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId]);

  return (
    <ul
      ref={element}
      role="list"
      aria-label={m.sharing_places_label()}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const place = places[item.index];
        if (!place) return null;
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={places.length}
            aria-posinset={item.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
            onPointerEnter={() => onHover(place.id)}
            onPointerLeave={() => onHover(null)}
          >
            <SharedPlaceRow
              place={place}
              reader={reader}
              isSelected={place.id === selectedId}
              {...(taking && { taking })}
              onSelect={onSelect}
            />
          </li>
        );
      })}
    </ul>
  );
}
