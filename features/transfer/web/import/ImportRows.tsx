import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import type { ImportFields, ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { ImportRowCard } from './ImportRowCard.tsx';

const LIKELY_HEIGHT = 84;
const GAP = 10;

/** The rows, virtualised: five thousand scroll like fifty. */
export function ImportRows({
  rows,
  imported,
  ticked,
  isSearching,
  onChange,
  onTick,
}: {
  rows: readonly ImportRow[];
  /** What is saved with all rows. */
  imported: ImportFields;
  ticked: ReadonlySet<number>;
  /** Whether rows that are not matched yet will be. */
  isSearching: boolean;
  onChange: (changes: RowChange[]) => void;
  onTick: (positions: readonly number[], isChecked: boolean) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);
  // The React compiler is not used, so the rows are computed on every scroll as intended.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: (index) => rows[index]?.position ?? index,
    overscan: 6,
    gap: GAP,
    scrollMargin,
    useFlushSync: false,
  });
  return (
    <ul
      ref={list}
      role="list"
      aria-label={m.transfer_import_rows()}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
          >
            <ImportRowCard
              row={row}
              imported={imported}
              isTicked={ticked.has(row.position)}
              isSearching={isSearching}
              onChange={(change) => onChange([{ ...change, position: row.position }])}
              onTick={(isChecked) => onTick([row.position], isChecked)}
            />
          </li>
        );
      })}
    </ul>
  );
}
