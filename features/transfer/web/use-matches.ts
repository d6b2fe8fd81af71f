import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { autocompletePlaces, type PlaceSuggestion } from '#features/places/places.contract.ts';
import { rememberPlaces, seenPlacesQuery } from '#features/places/web/places.public.ts';
import { matchPlace, searchesFor } from '#features/transfer/matching.rules.ts';
import type { PastedPlace } from '#features/transfer/pasted-text.rules.ts';
import type { ReviewRow, RowMatch } from '#features/transfer/review.rules.ts';
import { call, isNetworkProblem } from '#web/api.ts';

/**
 * Returns the search result of each row from the query cache. `ReviewRowCard` sends the requests (`candidatesQuery`).
 * `useQueries` is not used, because it would make the code of the first page larger. If one search fails, the other
 * rows stay unchanged. Without a network, only the places that this device has seen are searched.
 */
export function useMatches(
  rows: readonly ReviewRow[],
  saved: Parameters<typeof matchPlace>[0]['saved'] | undefined,
): (row: ReviewRow) => RowMatch {
  const client = useQueryClient();
  const stateOf = ({ place }: ReviewRow) => client.getQueryState(candidatesQuery(place).queryKey);
  useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => rows.map((row) => `${stateOf(row)?.dataUpdatedAt} ${stateOf(row)?.status}`).join(),
  );
  const isUnreachable = (row: ReviewRow) => isNetworkProblem(stateOf(row)?.error);
  const { data: seen } = useQuery({ ...seenPlacesQuery, enabled: rows.some(isUnreachable) });
  return (row) => {
    const { place } = row;
    const { data, status } = stateOf(row) ?? {};
    if (data && saved) return matchPlace({ place, candidates: data, saved });
    if (status !== 'error') return { state: 'searching' };
    if (!isUnreachable(row) || !seen || !saved) return { state: 'failed' };
    const match = matchPlace({ place, candidates: seen, saved });
    return match.state === 'none' ? { state: 'offline' } : match;
  };
}

/** Query for the candidates of a pasted place. The searches run one after another until a match is certain. */
export const candidatesQuery = ({ name, address }: PastedPlace) =>
  queryOptions({
    queryKey: ['transfer', 'candidates', name, address],
    queryFn: async ({ signal, client }) => {
      const found = new Map<string, PlaceSuggestion>();
      for (const q of searchesFor({ name, address })) {
        for (const suggestion of await searchPlaces({ query: q, signal, client }))
          found.set(suggestion.placeId, suggestion);
        const match = matchPlace({ place: { name, address }, candidates: [...found.values()], saved: [] });
        if (match.state === 'certain') break;
      }
      return [...found.values()];
    },
    staleTime: 5 * 60_000,
  });

/** Runs one search. At most `AT_ONCE` searches run at the same time. */
export async function searchPlaces({
  query: q,
  signal,
  client,
}: {
  query: string;
  signal: AbortSignal;
  client: QueryClient;
}): Promise<PlaceSuggestion[]> {
  const { suggestions } = await inTurn(() => call(autocompletePlaces, { querystring: { q }, signal }));
  void rememberPlaces(client, suggestions);
  return suggestions;
}

/** Number of concurrent searches. A browser has six connections per site, and the screen needs some of them. */
const AT_ONCE = 4;
const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
let turn = 0;

/**
 * Runs work in one of the `AT_ONCE` lanes, which take turns. The work starts when the previous work of its lane has
 * ended.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const lane = turn++ % AT_ONCE;
  const result = (lanes[lane] as Promise<unknown>).then(work);
  lanes[lane] = result.catch(() => undefined);
  return result;
}
