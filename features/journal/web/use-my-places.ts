import { useQuery } from '@tanstack/react-query';
import type { MyList, MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';

/**
 * Returns the places of the member's list by their id. They are needed because entries do not contain the current data
 * of their places.
 */
export const useMyPlaces = (): ReadonlyMap<string, MyRestaurant> =>
  useQuery({ ...myListQuery, select: byId }).data ?? NONE;

const byId = ({ restaurants }: MyList): ReadonlyMap<string, MyRestaurant> =>
  new Map(restaurants.map((restaurant) => [restaurant.id, restaurant]));

const NONE: ReadonlyMap<string, MyRestaurant> = new Map();
