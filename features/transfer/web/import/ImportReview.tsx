import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { isDone, isNew, isSavable, tickedPositions } from '#features/transfer/import-rows.rules.ts';
import type { ImportRow, PlaceImport, RowChange } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { useOnline } from '#web/online.ts';
import { paths } from '#web/paths.ts';
import { focusOn } from '#web/shell/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { ReviewSkeleton } from '../ReviewSkeleton.tsx';
import { useRoom } from '../use-room.ts';
import { handOverFocus } from './hand-over-focus.ts';
import { ImportFieldsForm } from './ImportFieldsForm.tsx';
import { ImportRows } from './ImportRows.tsx';
import { useSavedById } from './use-saved-by-id.ts';
import { rowsQuery, useChangeRows, useImportActions, useMatching } from './imports.queries.ts';
import { SavedNotice } from './SavedNotice.tsx';
import { TickLinks } from './TickLinks.tsx';

const FILTERS = ['all', 'ticked', 'certain', 'choose', 'none', 'saved', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const FILTER_LABELS: Record<Filter, () => string> = {
  all: m.transfer_filter_all,
  ticked: m.transfer_filter_ticked,
  certain: m.transfer_certain,
  choose: m.transfer_choose,
  none: m.transfer_none,
  saved: m.transfer_already,
  failed: m.transfer_filter_failed,
};

function isShown(filter: Filter, { position, match, problem }: ImportRow, ticked: ReadonlySet<number>) {
  if (filter === 'all') return true;
  if (filter === 'ticked') return ticked.has(position);
  return filter === 'failed' ? problem !== null : match?.state === filter;
}

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
  const [filter, setFilter] = useState<Filter>('all');
  // The rows that the member changed since the filter was chosen. These rows stay in view, so that the focus is not
  // lost.
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const [isDiscarding, setDiscarding] = useState(false);
  const [isOverLimit, setOverLimit] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const room = useRoom();
  const isConnected = useOnline();
  const ticked = tickedPositions({ rows, imported: imported.fields, room, saved });
  const canSave = (row: ImportRow) => isSavable(row, imported.fields, saved);
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
  // Only new places need room in the list.
  const tickedNew = rows.filter((row) => ticked.has(row.position) && isNew(row));
  const saveRows = (positions: number[]) => {
    show('all');
    save.mutate(positions);
  };
  const submit = () => {
    if (ticked.size === 0) showToast(m.transfer_tick_first(), { kind: 'note' });
    else if (tickedNew.length <= room) saveRows([...ticked]);
    else if (room === 0) showToast(noRoom(), { kind: 'alert' });
    else setOverLimit(true);
  };
  const tick = (positions: readonly number[], isChecked: boolean) =>
    change(positions.map((position) => ({ position, isChecked })));

  if (isBusy) return <Progress imported={imported} onCancel={() => cancel.mutate()} />;
  if (!all) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ReviewSkeleton />;
  return (
    <div
      ref={handOverFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-8"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {imported.undoUntil !== null && <SavedNotice imported={imported} />}
        <div className="grid gap-1">
          <h2 className="type-h1">{m.transfer_import_review({ count: numberOf(rows.length) })}</h2>
          <p role="status" className="type-sub text-ink-2">
            {unmatched === 0
              ? m.transfer_import_kept()
              : (matching.isError ? m.transfer_search_stopped : m.transfer_searching)({
                  done: numberOf(rows.length - unmatched),
                  count: numberOf(rows.length),
                })}
          </p>
          {matching.isError && (
            <Button
              look="soft"
              size="small"
              className="justify-self-start"
              onClick={() => void matching.refetch()}
            >
              {m.transfer_retry()}
            </Button>
          )}
          <button
            type="button"
            // On a wide screen the fields are beside the rows. The button is then only for keyboard users, because the
            // fields come after the rows in the order of the focus.
            className="link min-h-11 justify-self-start lg:not-focus-visible:sr-only"
            onClick={() => {
              const fields = document.getElementById('import-fields');
              fields?.scrollIntoView();
              focusOn(fields);
            }}
          >
            {m.transfer_fields_go()}
          </button>
        </div>
        <ChipRow label={m.transfer_filter_label()}>
          {FILTERS.filter((each) => each === 'all' || each === filter || count(each) > 0).map((each) => (
            <Chip key={each} isSelected={each === filter} onClick={() => show(each)}>
              {FILTER_LABELS[each]()} <span className="numbers">{numberOf(count(each))}</span>
            </Chip>
          ))}
        </ChipRow>
        {notRead}
        {room < rows.filter(isNew).length && <RoomNotice room={room} />}
        {!isConnected && (
          <p role="status" className="type-sub rounded-field bg-soft px-4 py-3 text-ink-2">
            {m.transfer_import_offline()}
          </p>
        )}
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
        <div className="flex flex-wrap gap-x-4">
          <button
            type="button"
            className="link min-h-11"
            onClick={() => setAdding(!isAdding)}
            aria-expanded={isAdding}
          >
            {m.transfer_import_more()}
          </button>
          <button type="button" className="link min-h-11" onClick={() => setDiscarding(true)}>
            {m.transfer_clear()}
          </button>
        </div>
        {isAdding && panel}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-20">
        <ImportFieldsForm
          key={filter}
          imported={imported}
          shown={filter === 'all' ? null : shown}
          onChangeRows={change}
        />
        <StickyActions>
          <Button className="w-full" isBusy={save.isPending} onClick={submit}>
            {ticked.size === 0 ? m.transfer_save_none() : m.transfer_save({ count: numberOf(ticked.size) })}
          </Button>
        </StickyActions>
      </div>
      <ConfirmDialog
        isOpen={isOverLimit}
        onClose={() => {
          setOverLimit(false);
          show('ticked');
        }}
        title={m.transfer_over_limit_title({ room })}
        text={m.transfer_over_limit_text({ count: numberOf(tickedNew.length), room })}
        cancelLabel={m.transfer_over_limit_choose()}
        confirmLabel={m.transfer_over_limit_first({ room })}
        onConfirm={() => {
          setOverLimit(false);
          const left = new Set(tickedNew.slice(room).map(({ position }) => position));
          saveRows([...ticked].filter((position) => !left.has(position)));
        }}
      />
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={m.transfer_clear_title()}
        text={m.transfer_clear_text()}
        confirmLabel={m.transfer_clear()}
        onConfirm={() => {
          setDiscarding(false);
          discard.mutate();
        }}
      />
    </div>
  );
}

function Progress({ imported, onCancel }: { imported: PlaceImport; onCancel: () => void }) {
  const isSaving = imported.state === 'saving';
  const done = imported.doneCount;
  const all = done + (isSaving ? imported.waitingCount : 0);
  return (
    <section
      ref={handOverFocus}
      aria-labelledby="import-progress"
      className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-5 shadow-1"
    >
      <h2 id="import-progress" className="type-h2">
        {isSaving ? m.transfer_import_saving() : m.transfer_import_undoing()}
      </h2>
      {isSaving && (
        <progress className="w-full" max={Math.max(1, all)} value={done} aria-labelledby="import-progress" />
      )}
      <p role="status" className="type-sub text-ink-2">
        {isSaving
          ? m.transfer_saving({ done: numberOf(done), count: numberOf(all) })
          : m.transfer_import_undoing_left({ count: numberOf(imported.waitingCount) })}
      </p>
      <p className="type-caption text-ink-2">{m.transfer_import_background()}</p>
      {isSaving && (
        <Button look="secondary" size="small" className="justify-self-start" onClick={onCancel}>
          {m.transfer_import_cancel()}
        </Button>
      )}
    </section>
  );
}

const noRoom = () => m.transfer_no_room({ limit: FREE_RESTAURANT_LIMIT });

function RoomNotice({ room }: { room: number }) {
  return (
    <p className="type-sub rounded-field bg-soft px-4 py-3 text-ink-2">
      {room === 0 ? noRoom() : m.transfer_room({ limit: FREE_RESTAURANT_LIMIT, room })}{' '}
      <Link to={paths.payment} className="link">
        {m.kit_paywall_button()}
      </Link>
    </p>
  );
}
