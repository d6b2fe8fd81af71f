import { useQuery } from '@tanstack/react-query';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { type ReviewedRow, reviewRow } from '#features/transfer/review.rules.ts';
import type { DraftRow } from './paste-draft.ts';
import { useMatches } from './use-matches.ts';

/** What would be saved for pasted places. */
export function useReviewedRows(rows: readonly DraftRow[]): ReviewedRow[] {
  const matchOf = useMatches(rows);
  const { data } = useQuery(myListQuery);
  const ids = new Set(data?.restaurants.map(({ id }) => id));
  return rows.map((row) => reviewRow({ row, match: matchOf(row), isSaved: (placeId) => ids.has(placeId) }));
}
