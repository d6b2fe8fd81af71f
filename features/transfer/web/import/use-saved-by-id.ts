import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import type { SavedById } from '#features/transfer/import-rows.rules.ts';

/** Returns the restaurants of my list by their ids. The map changes only if the list changes. */
export function useSavedById(): SavedById {
  const { data } = useQuery(myListQuery);
  return useMemo(
    () => new Map(data?.restaurants.map((restaurant) => [restaurant.id, restaurant])),
    [data?.restaurants],
  );
}
