import { Download } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import type { Taking } from './use-taking.tsx';

/**
 * The button that takes over places. It is at the bottom of a phone's screen, in landscape only below the map, and in the
 * header on a wide screen.
 */
export function TakeOverBar({ taking, isInHero = false }: { taking: Taking; isInHero?: boolean }) {
  const { placesToTake, hasPicked, isBusy } = taking;
  const count = numberOf(placesToTake.length);
  const takeLabel = hasPicked ? m.sharing_take_picked({ count }) : m.sharing_take_all({ count });
  const label = placesToTake.length === 0 ? m.sharing_all_mine() : takeLabel;
  return (
    <div
      className={classes(
        isInHero
          ? 'flex items-center gap-1'
          : 'fixed inset-x-0 bottom-[var(--keyboard,0px)] z-20 bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-3 low:right-3/5 low:pt-2 low:pb-[max(8px,env(safe-area-inset-bottom))]',
      )}
    >
      <Button
        look={isInHero ? 'ink' : 'primary'}
        isBusy={isBusy}
        className={isInHero ? 'max-w-[320px] flex-1 px-3' : 'w-full px-3'}
        onClick={() => taking.take(placesToTake)}
      >
        <Download aria-hidden="true" />
        {label}
      </Button>
      {hasPicked && (
        <button
          type="button"
          className={classes(
            'type-sub min-h-11 px-3 font-semibold underline underline-offset-2',
            isInHero ? 'flex-none' : 'mx-auto block',
          )}
          onClick={taking.clear}
        >
          {m.sharing_unpick()}
        </button>
      )}
    </div>
  );
}
