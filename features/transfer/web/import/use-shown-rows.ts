import { useState } from 'react';
import type { ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { type Filter, isShown } from './ReviewFilters.tsx';

/** The rows that match the filter, and the changes of rows. */
export function useShownRows({
  rows,
  ticked,
  room,
  canSave,
  send,
}: {
  rows: readonly ImportRow[];
  ticked: ReadonlySet<number>;
  /** Number of new places that the list can take; infinite for paid members. */
  room: number;
  canSave: (row: ImportRow) => boolean;
  send: (changes: RowChange[]) => void;
}) {
  const [filter, setFilter] = useState<Filter>('all');
  // The rows that the member changed since the filter was chosen. These rows stay in view, so that the focus is not
  // lost.
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const shown = rows.filter((row) => isShown(filter, row, ticked) || changed.has(row.position));
  const count = (state: Filter) => rows.filter((row) => isShown(state, row, ticked)).length;

  const show = (next: Filter) => {
    setChanged(new Set());
    setFilter(next);
  };
  const change = (changes: RowChange[]) => {
    const positions = new Set(changes.map(({ position }) => position));
    const inView = shown.filter(({ position }) => positions.has(position)).map(({ position }) => position);
    setChanged(new Set([...changed, ...inView]));
    // All other rows keep the ticks that are shown, so that ticking one row never changes another row.
    const isLimited = Number.isFinite(room) && changes.some(({ isChecked }) => isChecked !== undefined);
    const others = isLimited
      ? rows
          .filter((row) => row.isChecked === null && !positions.has(row.position) && canSave(row))
          .map(({ position }) => ({ position, isChecked: ticked.has(position) }))
      : [];
    send([...others, ...changes]);
  };
  return { filter, shown, count, show, change };
}
