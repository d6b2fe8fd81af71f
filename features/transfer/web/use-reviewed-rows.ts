import { useQuery } from '@tanstack/react-query';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { type ReviewedRow, reviewRow } from '#features/transfer/review.rules.ts';
import type { DraftRow } from './paste-draft.ts';
import { useMatches } from './use-matches.ts';

type Saved = readonly Pick<MyRestaurant, 'id' | 'name' | 'address' | 'coordinates'>[];

/** Returns what would be saved in my list for pasted places. */
export function useReviewedRows(rows: readonly DraftRow[]): ReviewedRow[] {
  const { data } = useQuery(myListQuery);
  return useReviewAgainst(rows, data?.restaurants);
}

/**
 * Returns what would be saved for pasted places.
 * @param saved the places that need not be saved again; undefined while they load
 */
export function useReviewAgainst(rows: readonly DraftRow[], saved: Saved | undefined): ReviewedRow[] {
  const matchOf = useMatches(rows, saved);
  const ids = new Set(saved?.map(({ id }) => id));
  return rows.map((row) => reviewRow({ row, match: matchOf(row), isSaved: (placeId) => ids.has(placeId) }));
}
