import { useQuery } from '@tanstack/react-query';
import { useMe } from '#features/account/web/account.public.ts';
import { restaurantLimit } from '#features/membership/membership.rules.ts';
import { myListQuery, usedSlots } from '#features/restaurants/web/restaurants.public.ts';
import { reviewRows } from '#features/transfer/review.rules.ts';
import type { DraftRow } from './paste-draft.ts';
import { useMatches } from './use-matches.ts';

/** Places that still fit into the list; Infinity for paid members. */
export function useRoom(): number {
  const tier = useMe()?.accountTier ?? 'free';
  const { data } = useQuery(myListQuery);
  const { planned, visited } = usedSlots(data?.restaurants ?? []);
  return Math.max(0, restaurantLimit(tier) - planned - visited);
}

export function useReviewedRows(rows: readonly DraftRow[]) {
  const matchOf = useMatches(rows);
  const { data } = useQuery(myListQuery);
  const room = useRoom();
  const ids = new Set(data?.restaurants.map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reviewed = reviewRows({ rows, matchOf, isSaved: (placeId) => ids.has(placeId), room }).map(
    (each) => ({
      ...each,
      row: byId.get(each.row.id) as DraftRow,
    }),
  );
  return reviewed;
}

export type Reviewed = ReturnType<typeof useReviewedRows>[number];
