import { useQuery } from '@tanstack/react-query';
import { useMe } from '#features/account/web/account.public.ts';
import { restaurantLimit } from '#features/membership/membership.rules.ts';
import { myListQuery, usedSlots } from '#features/restaurants/web/restaurants.public.ts';

/** Number of places that still fit into the list; Infinity for paid members. */
export function useRoom(): number {
  const tier = useMe()?.accountTier ?? 'free';
  const { data } = useQuery(myListQuery);
  const { planned, visited } = usedSlots(data?.restaurants ?? []);
  return Math.max(0, restaurantLimit(tier) - planned - visited);
}
