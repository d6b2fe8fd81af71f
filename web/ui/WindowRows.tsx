import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useIsPrinting } from '#web/browser/use-is-printing.ts';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Renders only the rows near the visible part of the page. The page scrolls, not the list. Rows may have any height.
 * `likelyHeight`, in CSS pixels, is the assumed height of a row that has not been rendered.
 */
export function WindowRows<T>({
  items,
  keyOf,
  label,
  likelyHeight,
  gap = 0,
  selectedKey = null,
  onHover,
  children,
}: {
  items: readonly T[];
  keyOf: (item: T) => string | number;
  label: string;
  likelyHeight: number;
  /** CSS pixels between two rows. */
  gap?: number;
  /** The key of the selected row. A new selection scrolls to its row. */
  selectedKey?: string | number | null;
  /** Called with the row under the pointer, or with null when the pointer has left the row. */
  onHover?: (item: T | null) => void;
  children: (item: T) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);
  // The React compiler is not used, so the rows are computed on every scroll as intended.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => likelyHeight,
    getItemKey: useCallback(
      (index: number) => (index in items ? keyOf(items[index] as T) : index),
      // `keyOf` is not a dependency, because a new function would make the list measure all rows again.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [items],
    ),
    overscan: 8,
    gap,
    scrollMargin,
    useFlushSync: false,
  });
  const selectedAt = selectedKey === null ? -1 : items.findIndex((item) => keyOf(item) === selectedKey);
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'center' });
    // Only a new selection scrolls the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedKey]);
  if (useIsPrinting())
    return (
      <ul role="list" aria-label={label} data-printed className="grid" style={{ gap }}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    );
  return (
    <ul
      ref={list}
      role="list"
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            {...(onHover && {
              onPointerEnter: () => onHover(item),
              onPointerLeave: () => onHover(null),
            })}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
