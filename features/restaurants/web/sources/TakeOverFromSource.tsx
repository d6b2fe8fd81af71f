import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import type { SourcePlace } from '../provided/provided.rules.ts';
import { useTakeOver } from '../provided/use-take-over.tsx';

/**
 * The button that takes over the selected places, or all places that are not in my list yet. If all places are in my
 * list, there is no button.
 */
export function TakeOverFromSource({
  places,
  chosen,
  onChoose,
}: {
  places: readonly SourcePlace[];
  chosen: ReadonlySet<string> | null;
  onChoose: (chosen: ReadonlySet<string> | null) => void;
}) {
  const { take, isPending, limitDialog } = useTakeOver({ onTaken: () => onChoose(null) });
  const left = places.filter(({ mine }) => mine === null).map(({ listed }) => listed);
  const wanted = chosen ? left.filter(({ id }) => chosen.has(id)) : left;
  const count = numberOf(wanted.length);
  const chosenText = wanted.length > 0 ? m.provided_take_chosen({ count }) : m.provided_choose_first();
  return (
    <>
      {left.length > 0 && (
        <StickyActions isAlwaysSeen>
          <div className="mx-auto flex w-full flex-wrap gap-2 lg:max-w-[560px]">
            <Button
              look="secondary"
              className="flex-auto"
              onClick={() => onChoose(chosen ? null : new Set())}
            >
              {chosen ? m.kit_cancel() : m.provided_choose_some()}
            </Button>
            <Button
              className="flex-[999_1_12rem]"
              isBusy={isPending}
              onClick={() => wanted.length > 0 && take({ restaurants: wanted, status: TO_VISIT })}
            >
              {chosen ? chosenText : m.provided_take_left({ count })}
            </Button>
          </div>
        </StickyActions>
      )}
      {limitDialog}
    </>
  );
}
