import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { useTakeOver } from '../provided/use-take-over.tsx';
import type { ListedPlace } from './listed-place.ts';

/** The buttons that select several places of an official list and take them over. */
export function TakeOverChosen({
  listed,
  chosen,
  onChoose,
}: {
  listed: readonly ListedPlace[];
  chosen: ReadonlySet<string> | null;
  onChoose: (chosen: ReadonlySet<string> | null) => void;
}) {
  const { take, isPending, limitDialog } = useTakeOver({ from: 'official', onTaken: () => onChoose(null) });
  const left = listed.flatMap(({ place: { placeId: id, name }, mine }) => (mine ? [] : [{ id, name }]));
  const wanted = left.filter(({ id }) => chosen?.has(id));
  if (left.length === 0) return limitDialog;
  return (
    <>
      <StickyActions isAlwaysSeen>
        <div className="mx-auto flex w-full flex-wrap gap-2 lg:max-w-[560px]">
          <Button look="secondary" className="flex-auto" onClick={() => onChoose(chosen ? null : new Set())}>
            {chosen ? m.kit_cancel() : m.provided_choose_some()}
          </Button>
          {chosen && (
            <Button
              className="flex-[999_1_12rem]"
              isBusy={isPending}
              onClick={() => wanted.length > 0 && take({ restaurants: wanted, status: TO_VISIT })}
            >
              {wanted.length > 0
                ? m.provided_take_chosen({ count: numberOf(wanted.length) })
                : m.provided_choose_first()}
            </Button>
          )}
        </div>
      </StickyActions>
      {limitDialog}
    </>
  );
}
