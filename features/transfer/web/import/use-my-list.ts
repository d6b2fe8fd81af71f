import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '#features/account/web/account.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { roomOf } from '#features/restaurants/web/slots.rules.ts';
import type { SavedById } from '#features/transfer/import-rows.rules.ts';

/** Number of places that still fit into the list; Infinity for paid members. */
export function useRoom(): number {
  const tier = useMe()?.accountTier ?? 'free';
  const { data } = useQuery(myListQuery);
  return roomOf({ tier, restaurants: data?.restaurants ?? [] });
}

/** Returns the restaurants of my list by their ids. The map changes only if the list changes. */
export function useSavedById(): SavedById {
  const { data } = useQuery(myListQuery);
  return useMemo(
    () => new Map(data?.restaurants.map((restaurant) => [restaurant.id, restaurant])),
    [data?.restaurants],
  );
}
