import type { QueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  type MyRestaurant,
  TAKE_OVER_MAXIMUM,
  undoTakeOver as undoTakeOverEndpoint,
} from '#features/restaurants/restaurants.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { hide, refetchMyList } from '../restaurants.queries.ts';

/** Deletes places that were just taken over, except those that were changed since then. Shows the result. */
export async function undoTakeOver(queryClient: QueryClient, taken: readonly MyRestaurant[]): Promise<void> {
  let count = 0;
  try {
    for (let at = 0; at < taken.length; at += TAKE_OVER_MAXIMUM) {
      const restaurants = taken
        .slice(at, at + TAKE_OVER_MAXIMUM)
        .map(({ id, lastModifiedByUserAt }) => ({ id, lastModifiedByUserAt }));
      const { deletedIds } = await call(undoTakeOverEndpoint, { body: { restaurants } });
      for (const id of deletedIds) hide(queryClient, id);
      count += deletedIds.length;
    }
    const removed = m.restaurants_take_over_undone({ count: numberOf(count) });
    showToast(count === taken.length ? removed : `${removed} ${m.restaurants_take_over_kept()}`);
  } catch (problem) {
    showToast(messageOf(problem), { kind: 'alert' });
  }
  await refetchMyList(queryClient);
}
