import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { autocompletePlaces, type PlaceSuggestion } from '#features/places/places.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { matchPlace, searchesFor } from '#features/transfer/matching.rules.ts';
import type { PastedPlace } from '#features/transfer/pasted-text.rules.ts';
import type { ReviewRow, RowMatch } from '#features/transfer/review.rules.ts';
import { call } from '#web/api.ts';

/** The search result of each row. A failed search leaves the other rows unchanged. */
export function useMatches(rows: readonly ReviewRow[]): {
  matchOf: (row: ReviewRow) => RowMatch;
  retry: (row: ReviewRow) => void;
} {
  const { data: list } = useQuery(myListQuery);
  const results = useQueries({ queries: rows.map(({ place }) => candidatesQuery(place)) });
  const saved = useMemo(() => list?.restaurants ?? [], [list]);
  const at = new Map(rows.map(({ id }, index) => [id, index]));
  const resultOf = (row: ReviewRow) => results[at.get(row.id) ?? -1];
  return {
    matchOf: (row) => {
      const { data, isError } = resultOf(row) ?? {};
      if (data && list) return matchPlace({ place: row.place, candidates: data, saved });
      return { state: isError ? 'failed' : 'searching' };
    },
    retry: (row) => void resultOf(row)?.refetch(),
  };
}

/** Places that a pasted place may be: search after search, until one is certain. */
const candidatesQuery = ({ name, address }: PastedPlace) =>
  queryOptions({
    queryKey: ['transfer', 'candidates', name, address],
    queryFn: async ({ signal }) => {
      const found = new Map<string, PlaceSuggestion>();
      for (const q of searchesFor({ name, address })) {
        const { suggestions } = await inTurn(() => call(autocompletePlaces, { querystring: { q }, signal }));
        for (const suggestion of suggestions) found.set(suggestion.placeId, suggestion);
        const match = matchPlace({ place: { name, address }, candidates: [...found.values()], saved: [] });
        if (match.state === 'certain') break;
      }
      return [...found.values()];
    },
    staleTime: 5 * 60_000,
  });

/** Searches at the same time: a browser has six connections, and the screen needs some of them. */
const AT_ONCE = 4;
const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
let turn = 0;

/** Runs the work after the previous work of one of the lanes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const lane = turn++ % AT_ONCE;
  const result = (lanes[lane] as Promise<unknown>).then(work);
  lanes[lane] = result.catch(() => undefined);
  return result;
}
