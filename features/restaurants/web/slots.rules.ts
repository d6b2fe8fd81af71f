import { restaurantLimit, type Tier } from '#features/membership/membership.rules.ts';
import { VISITED } from '#common/visit-status.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { countsToLimit } from '#features/restaurants/restaurants.rules.ts';

/**
 * Returns how many of a free member's ten slots contain planned places and visited places. A place from a shared list
 * uses no slot.
 */
export function usedSlots(restaurants: readonly MyRestaurant[]): { planned: number; visited: number } {
  const counted = restaurants.filter(({ sharedListId }) => countsToLimit({ deletedAt: null, sharedListId }));
  const visited = counted.filter(({ status }) => status === VISITED).length;
  return { planned: counted.length - visited, visited };
}

/** Number of places that still fit into the list; Infinity for paid members. */
export function roomOf({ tier, restaurants }: { tier: Tier; restaurants: readonly MyRestaurant[] }): number {
  const { planned, visited } = usedSlots(restaurants);
  return Math.max(0, restaurantLimit(tier) - planned - visited);
}
