import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { useShowTaken } from '#features/restaurants/web/restaurants.public.ts';
import type { SharedList, TakeOverResultOfShare } from '#features/sharing/sharing.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PaymentLink } from '#web/ui/PaymentLink.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';
import { readSelection, storeSelection, storeWanted, takeWanted } from '../selection-of-tab.ts';
import { useTakeOverFromShare } from '../sharing.queries.ts';

export type Taking = {
  ownIds: ReadonlySet<string>;
  isPicked: (placeId: string) => boolean;
  toggle: (placeId: string) => void;
  clear: () => void;
  /** Takes over places. A visitor without a session is asked to sign in. The places are taken over after that. */
  take: (placeIds: readonly string[]) => void;
  /** The selected places. If none are selected, all visible places that the visitor does not have yet. */
  placesToTake: readonly string[];
  hasPicked: boolean;
  isBusy: boolean;
  dialogs: ReactNode;
};

export function useTakeOverSelection({
  list,
  shown,
  ownIds,
  isOwner,
}: {
  list: SharedList;
  shown: SharedList['places'];
  ownIds: ReadonlySet<string>;
  /** Whether the reader is the owner of the list; null while this is unknown. */
  isOwner: boolean | null;
}): Taking {
  const me = useMe();
  const showTaken = useShowTaken();
  const [picked, setPicked] = useState<readonly string[]>(() => readSelection(list.id));
  const [needsAccount, setNeedsAccount] = useState(false);
  const [limit, setLimit] = useState<ApiProblem | null>(null);
  const isMounted = useIsMounted();
  const { href } = useLocation();

  const pick = (ids: readonly string[]) => {
    setPicked(ids);
    storeSelection(list.id, ids);
  };
  const taking = useTakeOverFromShare(list.id, {
    onTaken: (taken, asked) => {
      const message = takeOverMessage(taken);
      if (taken.added.length > 0) showTaken({ text: message, taken: taken.added });
      else showToast(message);
      pick(picked.filter((id) => !asked.includes(id)));
    },
    onRejected: (problem) => {
      if (problem.code === 'sharing.bulk_limit_reached' && isMounted()) setLimit(problem);
      else showToast(m.sharing_take_failed({ message: messageOf(problem) }), { kind: 'alert' });
    },
  });
  const notSaved = (places: SharedList['places']) =>
    places.map(({ id }) => id).filter((id) => !ownIds.has(id));
  const takeable = notSaved(list.places);
  const ticked = takeable.filter((id) => picked.includes(id));

  const take = (placeIds: readonly string[]) => {
    if (placeIds.length === 0) return showToast(m.sharing_all_mine());
    if (!me) {
      if (placeIds.length !== takeable.length) pick([...new Set([...picked, ...placeIds])]);
      storeWanted(list.id, placeIds);
      return setNeedsAccount(true);
    }
    taking.mutate([...placeIds]);
  };
  useWantedPlaces({ shareId: list.id, canTake: me !== null && isOwner === false, onWanted: taking.mutate });

  return {
    ownIds,
    isPicked: (id) => picked.includes(id) && !ownIds.has(id),
    toggle: (id) => pick(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id]),
    clear: () => pick([]),
    take,
    placesToTake: ticked.length > 0 ? ticked : notSaved(shown),
    hasPicked: ticked.length > 0,
    isBusy: taking.isPending,
    dialogs: (
      <>
        <Dialog
          isOpen={needsAccount}
          onClose={() => {
            storeWanted(list.id, []);
            setNeedsAccount(false);
          }}
          title={m.sharing_log_in_title()}
          text={m.account_needed_to_add_restaurant()}
        >
          <div className="mt-5 grid gap-2 sm:grid-cols-2">
            <LinkButton to={paths.login} search={{ from: href }} look="secondary">
              {m.landing_header_log_in()}
            </LinkButton>
            <LinkButton to={paths.signUp} search={{ from: href }}>
              {m.landing_header_start()}
            </LinkButton>
          </div>
        </Dialog>
        <Dialog
          isOpen={limit !== null}
          onClose={() => setLimit(null)}
          title={m.sharing_limit_title()}
          text={limit ? messageOf(limit) : ''}
          hasBars
        >
          <PaymentLink className="mt-5 w-full" onClick={() => setLimit(null)}>
            {m.sharing_limit_upgrade()}
          </PaymentLink>
        </Dialog>
      </>
    ),
  };
}

/** Takes over the places that the visitor asked for before signing in. @param canTake whether the visitor came back */
function useWantedPlaces({
  shareId,
  canTake,
  onWanted,
}: {
  shareId: string;
  canTake: boolean;
  onWanted: (placeIds: string[]) => void;
}) {
  const takeOverWanted = useEffectEvent(() => {
    const wanted = takeWanted(shareId);
    if (wanted.length > 0) onWanted([...wanted]);
  });
  useEffect(() => {
    if (canTake) takeOverWanted();
  }, [canTake]);
}

function takeOverMessage({ added, alreadySaved, notShared }: TakeOverResultOfShare): string {
  const [first] = added;
  if (!first) return notShared.length > 0 ? m.sharing_not_shared() : m.sharing_already_mine();
  const skipped = alreadySaved.length + notShared.length;
  if (skipped > 0) return `${m.sharing_added_several()} ${m.sharing_skipped({ count: skipped })}`;
  return added.length === 1 ? m.sharing_added_one({ name: first.name }) : m.sharing_added_several();
}
