import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { isNew } from '#features/transfer/import-rows.rules.ts';
import type { ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { firstChoices } from '#features/transfer/review.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** Buttons that tick, untick or decide all rows in view. Each says what it did, and what it left to the member. */
export function TickLinks({
  shown,
  savable,
  ticked,
  free,
  room,
  onChange,
  onTick,
}: {
  shown: readonly ImportRow[];
  /** The rows in view that can be saved. */
  savable: readonly ImportRow[];
  ticked: ReadonlySet<number>;
  /** Number of new restaurants that still fit into the list beside the ticked rows. */
  free: number;
  /** Number of new restaurants that still fit into the list. */
  room: number;
  onChange: (changes: RowChange[]) => void;
  onTick: (positions: readonly number[], isChecked: boolean) => void;
}) {
  const undecided = firstChoices(shown);
  const tickShown = () => {
    const unticked = savable.filter(({ position }) => !ticked.has(position));
    const [fresh, others] = [unticked.filter(isNew), unticked.filter((row) => !isNew(row))];
    const fitting = fresh.slice(0, Math.max(0, free));
    const added = [...others, ...fitting].map(({ position }) => position);
    if (added.length > 0) onTick(added, true);
    showToast(
      tickedText({
        added: added.length,
        full: fresh.length - fitting.length,
        undecided: undecided.length,
        isListFull: room === 0,
      }),
      { kind: 'note' },
    );
  };
  const chooseFirst = () => {
    onChange(undecided);
    showToast(m.transfer_first_chosen({ count: numberOf(undecided.length) }), {
      action: {
        label: m.restaurants_undo(),
        onPress: () => onChange(undecided.map(({ position }) => ({ position, choice: null }))),
      },
    });
  };
  return (
    <div className="flex flex-wrap gap-x-4">
      <button type="button" className="link min-h-11" onClick={tickShown}>
        {m.transfer_tick_all()}
      </button>
      <button
        type="button"
        className="link min-h-11"
        onClick={() =>
          onTick(
            shown.map(({ position }) => position),
            false,
          )
        }
      >
        {m.transfer_untick_all()}
      </button>
      {undecided.length > 0 && (
        <button type="button" className="link min-h-11" onClick={chooseFirst}>
          {m.transfer_first_candidates()}
        </button>
      )}
    </div>
  );
}

/**
 * @param full number of rows for which the list has no room
 * @param undecided number of rows whose place the member must choose
 */
function tickedText({
  added,
  full,
  undecided,
  isListFull,
}: {
  added: number;
  full: number;
  undecided: number;
  isListFull: boolean;
}): string {
  const [count, left] = [numberOf(added), numberOf(undecided)];
  if (full > 0 && isListFull) return m.transfer_no_room({ limit: FREE_RESTAURANT_LIMIT });
  if (full > 0) return m.transfer_tick_all_left({ left: numberOf(full) });
  if (undecided > 0)
    return added > 0 ? m.transfer_ticked_unsure({ count, left }) : m.transfer_tick_unsure({ left });
  return added > 0 ? m.transfer_ticked({ count }) : m.transfer_ticked_all();
}
