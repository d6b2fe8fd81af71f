import { Dices, LocateFixed, UtensilsCrossed } from 'lucide-react';
import { useMemo, useState } from 'react';
import { currentAddress } from '#common/regions.ts';
import { m } from '#messages';
import { picksForToday } from '#features/restaurants/pick-today.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { reasonSentence, type DistanceOrigin } from '#features/restaurants/web/restaurants.public.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { pickCandidates } from '../shared-view.rules.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

/** 오늘 뭐 먹지?: suggests one place of the shared list. */
export function PickToday({
  list,
  mine,
  origin,
  onOpen,
}: {
  list: SharedList;
  mine: readonly MyRestaurant[];
  origin: DistanceOrigin;
  /** Called to show the place in the list and on the map. */
  onOpen: (placeId: string) => void;
}) {
  /** The time at which the dialog was opened is kept, so that the picks stay the same while it is open. */
  const [turn, setTurn] = useState<{ now: number; index: number } | null>(null);
  const userLocation = origin.isKnown ? origin.around : null;
  const now = turn?.now;
  const picks = useMemo(
    () =>
      now === undefined
        ? []
        : picksForToday({ places: pickCandidates(list.places, mine), userLocation, now }),
    [list.places, mine, userLocation, now],
  );
  const pick = turn ? picks[turn.index % picks.length] : undefined;
  const reasonTexts = {
    both: m.sharing_why_both(),
    rating: (rating: string) => m.sharing_why_loved({ owner: ownerLabel(list.ownerName), rating }),
  };
  return (
    <>
      <Chip isSelected={false} aria-haspopup="dialog" onClick={() => setTurn({ now: Date.now(), index: 0 })}>
        <UtensilsCrossed aria-hidden="true" />
        {m.today_title()}
      </Chip>
      <Dialog
        isOpen={turn !== null}
        onClose={() => setTurn(null)}
        title={pick ? pick.place.name : m.today_none_title()}
        text={pick ? currentAddress(pick.place.address) : m.today_none_text()}
      >
        {pick && turn && (
          <>
            {pick.reasons.length > 0 && (
              <ul className="mt-3 grid gap-1.5" aria-live="polite">
                {pick.reasons.map((reason) => (
                  <li key={reason.why} className="type-sub flex gap-2">
                    <span aria-hidden="true">·</span>
                    {reasonSentence(reason, reasonTexts)}
                  </li>
                ))}
              </ul>
            )}
            {!origin.isKnown && !origin.hasFailed && (
              <button
                type="button"
                className="link type-sub -ml-1 mt-2 inline-flex min-h-11 items-center gap-1.5 px-1"
                onClick={() => {
                  setTurn({ ...turn, index: 0 });
                  origin.ask();
                }}
              >
                <LocateFixed className="size-4" aria-hidden="true" />
                {m.today_near_me()}
              </button>
            )}
            <div className="mt-5 grid grid-cols-2 gap-2">
              <Button look="secondary" onClick={() => setTurn({ ...turn, index: turn.index + 1 })}>
                <Dices aria-hidden="true" />
                {m.sharing_today_next()}
              </Button>
              <Button
                onClick={() => {
                  setTurn(null);
                  onOpen(pick.place.id);
                }}
              >
                {m.sharing_today_open()}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}
