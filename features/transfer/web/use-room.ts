import { useQuery } from '@tanstack/react-query';
import { useMe } from '#features/account/web/account.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { roomOf } from './room.rules.ts';

/** Number of places that still fit into the list; Infinity for paid members. */
export function useRoom(): number {
  const tier = useMe()?.accountTier ?? 'free';
  const { data } = useQuery(myListQuery);
  return roomOf({ tier, restaurants: data?.restaurants ?? [] });
}
