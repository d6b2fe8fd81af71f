import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { isDone, isNew, isSavable, tickedPositions } from '#features/transfer/import-rows.rules.ts';
import type { ImportRow, PlaceImport } from '#features/transfer/imports.contract.ts';
import { useOnline } from '#web/online.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ReviewSkeleton } from '../ReviewSkeleton.tsx';
import { handOverFocus } from './hand-over-focus.ts';
import { ImportFieldsForm } from './ImportFieldsForm.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportRows } from './ImportRows.tsx';
import { rowsQuery, useChangeRows, useImportActions, useMatching } from './imports.queries.ts';
import { ReviewFilters } from './ReviewFilters.tsx';
import { ReviewHeading } from './ReviewHeading.tsx';
import { RoomNotice } from './RoomNotice.tsx';
import { SaveTicked } from './SaveTicked.tsx';
import { SavedNotice } from './SavedNotice.tsx';
import { TickLinks } from './TickLinks.tsx';
import { useRoom, useSavedById } from './use-my-list.ts';
import { useShownRows } from './use-shown-rows.ts';

/** The rows of an open import. The member checks, edits or leaves out rows, and saves the ticked rows. */
export function ImportReview({
  imported,
  panel,
  notRead,
}: {
  imported: PlaceImport;
  panel: ReactNode;
  /** The entries and lines that were not read as places. */
  notRead: ReactNode;
}) {
  const importId = imported.id;
  const { data: all, isSuccess, error, refetch } = useQuery(rowsQuery(importId));
  const isBusy = imported.state === 'saving' || imported.state === 'undoing';
  const { change: send, withChanges } = useChangeRows(importId);
  const rows = withChanges(all ?? []).filter((row) => !isDone(row));
  const saved = useSavedById();
  const unmatched = rows.filter(({ match }) => match === null).length;
  const matching = useMatching({ importId, isWanted: isSuccess && !isBusy && unmatched > 0 });
  const { save, cancel, discard } = useImportActions(importId);
  const [isAdding, setAdding] = useState(false);
  const room = useRoom();
  const isConnected = useOnline();
  const ticked = tickedPositions({ rows, imported: imported.fields, room, saved });
  const canSave = (row: ImportRow) => isSavable(row, imported.fields, saved);
  const { filter, shown, count, show, change } = useShownRows({ rows, ticked, room, canSave, send });
  // Only new places need room in the list.
  const tickedNew = rows.filter((row) => ticked.has(row.position) && isNew(row));
  const saveRows = (positions: number[]) => {
    show('all');
    save.mutate(positions);
  };
  const tick = (positions: readonly number[], isChecked: boolean) =>
    change(positions.map((position) => ({ position, isChecked })));

  if (isBusy) return <ImportProgress imported={imported} onCancel={() => cancel.mutate()} />;
  if (!all) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ReviewSkeleton />;
  return (
    <div
      ref={handOverFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-8"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {imported.undoUntil !== null && <SavedNotice imported={imported} />}
        <ReviewHeading count={rows.length} unmatched={unmatched} matching={matching} />
        <ReviewFilters filter={filter} count={count} onChange={show} />
        {notRead}
        {room < rows.filter(isNew).length && <RoomNotice room={room} />}
        {!isConnected && <OfflineNote />}
        <TickLinks
          shown={shown}
          savable={shown.filter(canSave)}
          ticked={ticked}
          room={room}
          free={room - tickedNew.length}
          onChange={change}
          onTick={tick}
        />
        <ImportRows
          key={filter}
          rows={shown}
          imported={imported.fields}
          saved={saved}
          ticked={ticked}
          isSearching={!matching.isError}
          onChange={change}
          onTick={tick}
        />
        <MoreOrDiscard
          isAdding={isAdding}
          onAdd={() => setAdding(!isAdding)}
          onDiscard={() => discard.mutate()}
        />
        {isAdding && panel}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-20">
        <ImportFieldsForm
          key={filter}
          imported={imported}
          shown={filter === 'all' ? null : shown}
          onChangeRows={change}
        />
        <SaveTicked
          ticked={ticked}
          tickedNew={tickedNew}
          room={room}
          isSaving={save.isPending}
          onSave={saveRows}
          onShowTicked={() => show('ticked')}
        />
      </div>
    </div>
  );
}

function OfflineNote() {
  return (
    <p role="status" className="type-sub rounded-field bg-soft px-4 py-3 text-ink-2">
      {m.transfer_import_offline()}
    </p>
  );
}

/** Buttons that add more places to the import, or discard it. */
function MoreOrDiscard({
  isAdding,
  onAdd,
  onDiscard,
}: {
  isAdding: boolean;
  onAdd: () => void;
  onDiscard: () => void;
}) {
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-x-4">
        <button type="button" className="link min-h-11" onClick={onAdd} aria-expanded={isAdding}>
          {m.transfer_import_more()}
        </button>
        <button type="button" className="link min-h-11" onClick={() => setDiscarding(true)}>
          {m.transfer_clear()}
        </button>
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={m.transfer_clear_title()}
        text={m.transfer_clear_text()}
        confirmLabel={m.transfer_clear()}
        onConfirm={() => {
          setDiscarding(false);
          onDiscard();
        }}
      />
    </>
  );
}
