import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import {
  type MyRestaurant,
  type RestaurantStatus,
  OFFICIAL_TAKE_OVER_MAXIMUM,
  TAKE_OVER_MAXIMUM,
  takeOverOfficial,
  takeOverProvided,
} from '#features/restaurants/restaurants.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { write } from '../restaurants.queries.ts';
import { applyResponses, useDeleteRestaurant } from '../restaurants.writes.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';
import { recordVisitAction } from '../visit-to-record.ts';
import { useShowTaken } from './use-show-taken.ts';

/** Where the places come from: provided restaurants, or places of official lists. */
const ORIGINS = {
  provided: { endpoint: takeOverProvided, maximum: TAKE_OVER_MAXIMUM },
  official: { endpoint: takeOverOfficial, maximum: OFFICIAL_TAKE_OVER_MAXIMUM },
};

type PlaceToAdd = { restaurants: readonly Pick<MyRestaurant, 'id' | 'name'>[]; status: RestaurantStatus };

/**
 * Takes over provided restaurants or places of official lists into my list and shows a confirmation that offers an undo. The hook also works after
 * the pressed ticket has been removed from the list. Render `limitDialog` on the page.
 */
export function useTakeOver({
  from = 'provided',
  opensMap = false,
  onTaken,
}: {
  from?: keyof typeof ORIGINS;
  /** Whether `onTaken` opens the map of the places. */
  opensMap?: boolean;
  onTaken?: () => void;
} = {}): {
  take: (wanted: PlaceToAdd) => void;
  isPending: boolean;
  limitDialog: ReactNode;
} {
  const queryClient = useQueryClient();
  const { limitDialog, showLimit } = useLimitDialog();
  const showTaken = useShowTaken();
  const { mutate: remove } = useDeleteRestaurant({ onDeleted: () => showToast(m.restaurants_deleted()) });
  const { mutate, isPending } = useSubmission({
    ...write,
    meta: { signInSentence: m.account_needed_to_take_restaurant },
    send: async ({ restaurants, status }: PlaceToAdd, idempotencyKey) => {
      const { endpoint, maximum } = ORIGINS[from];
      const ids = restaurants.map(({ id }) => id);
      const takePart = async (restaurantIds: string[], key: string) => {
        const taken = await call(endpoint, { body: { restaurantIds, status }, idempotencyKey: key });
        await applyResponses(queryClient, taken.restaurants);
        return taken.restaurants;
      };
      if (ids.length <= maximum) return takePart(ids, idempotencyKey);
      const { sendInParts } = await import('#web/requests/send-in-parts.ts');
      const parts = await sendInParts(ids, { maximum, idempotencyKey, send: takePart });
      return parts.flat();
    },
    onSuccess: (
      taken,
      {
        body: {
          restaurants: [first, ...others],
          status,
        },
      },
    ) => {
      onTaken?.();
      const undo = {
        label: m.restaurants_undo(),
        onPress: () => remove({ restaurantId: first?.id ?? '' }),
      };
      if (others.length > 0) showTaken({ text: m.provided_taken_all(), taken, opensMap });
      else if (status === VISITED)
        showToast(m.restaurants_stamped(), { action: undo, firstAction: recordVisitAction(first?.id ?? '') });
      else showToast(m.provided_taken({ name: first?.name ?? '' }), { action: undo });
    },
    onError: (problem, { body }) => {
      if (showLimit(problem)) return;
      showToast(refusal(problem, body.status), { kind: 'alert' });
    },
  });
  // Other fields of a place are left out. They may change between two presses, and a changed field would change the
  // idempotency key.
  const take = ({ restaurants, status }: PlaceToAdd) =>
    mutate({ restaurants: restaurants.map(({ id, name }) => ({ id, name })), status });
  return { take, isPending, limitDialog };
}

/** The codes of the two problems whose messages need no introduction on screen. */
const WHOLE_SENTENCES = ['restaurants.already_in_list', 'restaurants.bulk_limit_exceeded'];

function refusal(problem: ApiProblem, status: RestaurantStatus): string {
  const message = messageOf(problem);
  if (WHOLE_SENTENCES.includes(problem.code)) return message;
  return status === VISITED ? m.provided_take_done_failed({ message }) : m.provided_take_failed({ message });
}
