import { useQuery } from '@tanstack/react-query';
import type { MyList, MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';

/** The member's saved restaurants by id. The journal does not store the current data of places. */
export const useMyPlaces = (): ReadonlyMap<string, MyRestaurant> =>
  useQuery({ ...myListQuery, select: byId }).data ?? NONE;

const byId = ({ restaurants }: MyList): ReadonlyMap<string, MyRestaurant> =>
  new Map(restaurants.map((restaurant) => [restaurant.id, restaurant]));

const NONE: ReadonlyMap<string, MyRestaurant> = new Map();
