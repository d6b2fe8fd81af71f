import { type KeyboardEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { m } from '#messages';
import type { ImportFields, ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { WindowRows } from '#web/ui/WindowRows.tsx';
import type { SavedById } from '#features/transfer/import-rows.rules.ts';
import { ImportRowCard } from './ImportRowCard.tsx';

/** Renders only the rows near the window, so that five thousand rows scroll as smoothly as fifty. */
export function ImportRows({
  rows,
  imported,
  saved,
  ticked,
  isSearching,
  onChange,
  onTick,
}: {
  rows: readonly ImportRow[];
  /** The values that are saved with all rows. */
  imported: ImportFields;
  saved: SavedById;
  ticked: ReadonlySet<number>;
  /** Whether rows without a match are being matched. */
  isSearching: boolean;
  onChange: (changes: RowChange[]) => void;
  onTick: (positions: readonly number[], isChecked: boolean) => void;
}) {
  // These functions keep their identity, so that a row renders again only when its own data changes.
  const handlers = useRef({ onChange, onTick });
  useLayoutEffect(() => {
    handlers.current = { onChange, onTick };
  });
  const changeRow = useCallback((change: RowChange) => handlers.current.onChange([change]), []);
  const tickRow = useCallback(
    (position: number, isChecked: boolean) => handlers.current.onTick([position], isChecked),
    [],
  );
  return (
    // Tab reaches every control; the arrow keys are a shortcut.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveFocus}>
      <WindowRows
        items={rows}
        keyOf={({ position }) => position}
        label={m.transfer_import_rows()}
        likelyHeight={84}
        gap={10}
      >
        {(row) => (
          <ImportRowCard
            row={row}
            imported={imported}
            saved={saved}
            isTicked={ticked.has(row.position)}
            isSearching={isSearching}
            onChange={changeRow}
            onTick={tickRow}
          />
        )}
      </WindowRows>
    </div>
  );
}

/**
 * On the header of a row, the up and down arrows move the focus to the previous or next row. Both rows are rendered,
 * because `WindowRows` renders some rows beyond the window.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const isDown = event.key === 'ArrowDown';
  const header = (event.target as HTMLElement).closest('[data-row-header]');
  if (!header || !(isDown || event.key === 'ArrowUp')) return;
  const row = header.closest('li');
  const next = isDown ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>('[data-row-header] :is(input:enabled, button)');
  if (!control) return;
  event.preventDefault();
  control.focus();
}
