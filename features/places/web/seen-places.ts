import { hashKey, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { usePersonalSearch } from './personal-search.public.ts';

/*
 * The device stores the places of the built-in index that it has shown. The member can add these places without a
 * network.
 */

/** The maximum number of stored places. They take about 100 KB. */
const MAXIMUM = 300;
const SHOWN_MAXIMUM = 10;
const NONE: readonly PlaceSuggestion[] = [];

/** The places that were shown, latest first. They are stored only on this device (web/documents). */
export const seenPlacesQuery = queryOptions({
  queryKey: ['places', 'seen'],
  queryFn: async ({ client, queryKey }): Promise<readonly PlaceSuggestion[]> => {
    const { readDocument } = await import('#web/documents/documents.ts');
    const stored = await readDocument({ query: { queryKey, queryHash: hashKey(queryKey) }, client });
    return (stored?.data as PlaceSuggestion[] | undefined) ?? NONE;
  },
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});

/**
 * Stores places that were shown. Only places of the built-in index are stored, because the terms of maps services
 * forbid storing places.
 */
export async function rememberPlaces(client: QueryClient, places: readonly PlaceSuggestion[]): Promise<void> {
  const site = client.getQueryData<{ placesProvider: string }>(['site']);
  if (site?.placesProvider !== 'local' || places.length === 0) return;
  await client.ensureQueryData(seenPlacesQuery);
  const ids = new Set(places.map(({ placeId }) => placeId));
  client.setQueryData(seenPlacesQuery.queryKey, (before = NONE) =>
    [...places, ...before.filter(({ placeId }) => !ids.has(placeId))].slice(0, MAXIMUM),
  );
}

/**
 * Returns the stored places that match the typed text, best match first. The search in the member's list has the same
 * rules (`personalSearch`).
 * @param isNeeded whether the stored places are needed, because the server cannot be reached
 * @returns null until the places are loaded, and if they are not needed
 */
export function useSeenPlaces({
  typed,
  near,
  isNeeded,
}: {
  typed: string;
  near: Coordinates | null;
  isNeeded: boolean;
}): readonly PlaceSuggestion[] | null {
  const { data } = useQuery({ ...seenPlacesQuery, enabled: isNeeded });
  const items = useMemo(() => data?.map((place) => ({ place, searched: searchedTexts(place) })), [data]);
  const search = usePersonalSearch(isNeeded ? typed : '');
  return useMemo(() => {
    if (!isNeeded || !items || !search) return null;
    return [...(search(items) ?? [])]
      .toSorted(([, one], [, other]) => one.cost - other.cost)
      .slice(0, SHOWN_MAXIMUM)
      .map(([{ place }, { inName, closeness }]) => ({
        ...place,
        nameMatches: inName(place.name),
        distanceMetres: near && place.coordinates && distanceMetres(near, place.coordinates),
        isGuess: closeness === 'guess',
      }));
  }, [isNeeded, items, search, near]);
}

const searchedTexts = ({ name, kind, address, categoryId, coordinates }: PlaceSuggestion) => ({
  name,
  address,
  categoryId,
  coordinates,
  labels: kind === null ? [] : [kind],
  neighbourhood: '',
});
