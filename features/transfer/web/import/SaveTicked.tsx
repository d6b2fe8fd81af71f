import { useState } from 'react';
import { m } from '#messages';
import type { ImportRow } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { noRoom } from './RoomNotice.tsx';

/** The button that saves the ticked rows. If the list has no room for all new places, it asks which ones to save. */
export function SaveTicked({
  ticked,
  tickedNew,
  room,
  isSaving,
  onSave,
  onShowTicked,
}: {
  ticked: ReadonlySet<number>;
  /** The ticked rows that need room in the list. */
  tickedNew: readonly ImportRow[];
  room: number;
  isSaving: boolean;
  onSave: (positions: number[]) => void;
  /** Called if the member wants to choose. */
  onShowTicked: () => void;
}) {
  const [isOverLimit, setOverLimit] = useState(false);
  const submit = () => {
    if (ticked.size === 0) showToast(m.transfer_tick_first(), { kind: 'note' });
    else if (tickedNew.length <= room) onSave([...ticked]);
    else if (room === 0) showToast(noRoom(), { kind: 'alert' });
    else setOverLimit(true);
  };
  return (
    <>
      <StickyActions>
        <Button className="w-full" isBusy={isSaving} onClick={submit}>
          {ticked.size === 0 ? m.transfer_save_none() : m.transfer_save({ count: numberOf(ticked.size) })}
        </Button>
      </StickyActions>
      <ConfirmDialog
        isOpen={isOverLimit}
        onClose={() => {
          setOverLimit(false);
          onShowTicked();
        }}
        title={m.transfer_over_limit_title({ room })}
        text={m.transfer_over_limit_text({ count: numberOf(tickedNew.length), room })}
        cancelLabel={m.transfer_over_limit_choose()}
        confirmLabel={m.transfer_over_limit_first({ room })}
        onConfirm={() => {
          setOverLimit(false);
          const left = new Set(tickedNew.slice(room).map(({ position }) => position));
          onSave([...ticked].filter((position) => !left.has(position)));
        }}
      />
    </>
  );
}
