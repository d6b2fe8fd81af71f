import { Dices, UtensilsCrossed } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { type Coordinates, formatDistance } from '#common/geo.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Pick, picksForToday, type Reason } from '../pick-today.rules.ts';

/** 오늘 뭐 먹지?: one place at a time, and why. */
export function PickToday({
  list,
  mine,
  reader,
  onOpen,
}: {
  list: SharedList;
  mine: readonly MyRestaurant[];
  reader: Coordinates | null;
  /** Shows the place in list and map. */
  onOpen: (placeId: string) => void;
}) {
  const [turn, setTurn] = useState<{ picks: Pick[]; at: number } | null>(null);
  const begin = () =>
    setTurn({ picks: picksForToday({ places: list.places, mine, reader, now: Date.now() }), at: 0 });
  const pick = turn?.picks[turn.at];
  return (
    <>
      <Button look="secondary" size="small" className="justify-self-start" onClick={begin}>
        <UtensilsCrossed aria-hidden="true" />
        {m.sharing_today()}
      </Button>
      <Dialog
        isOpen={turn !== null}
        onClose={() => setTurn(null)}
        title={pick ? pick.place.name : m.sharing_today_none_title()}
        text={pick ? pick.place.address : m.sharing_today_none_text()}
      >
        {pick && turn && (
          <>
            {pick.reasons.length > 0 && (
              <ul className="mt-3 grid gap-1.5" aria-live="polite">
                {pick.reasons.map((reason) => (
                  <li key={reason.why} className="type-sub flex gap-2">
                    <span aria-hidden="true">·</span>
                    {sentenceOfReason(reason, list.ownerName)}
                  </li>
                ))}
              </ul>
            )}
            <div className="mt-5 grid grid-cols-2 gap-2">
              <Button
                look="secondary"
                onClick={() => setTurn({ ...turn, at: (turn.at + 1) % turn.picks.length })}
              >
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

function sentenceOfReason(reason: Reason, owner: string): string {
  switch (reason.why) {
    case 'both_want':
      return m.sharing_why_both();
    case 'near':
      return m.sharing_why_near({ distance: formatDistance(reason.metres) });
    case 'loved_by_owner':
      return m.sharing_why_loved({ owner, rating: reason.rating.toFixed(1) });
    case 'long_ago':
      return m.sharing_why_long_ago({ months: reason.months });
    case 'never_been':
      return m.sharing_why_never();
  }
}
