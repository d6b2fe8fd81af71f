import { restaurantLimit, type Tier } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { usedSlots } from '#features/restaurants/web/slots.rules.ts';

/** Number of places that still fit into the list; Infinity for paid members. */
export function roomOf({ tier, restaurants }: { tier: Tier; restaurants: readonly MyRestaurant[] }): number {
  const { planned, visited } = usedSlots(restaurants);
  return Math.max(0, restaurantLimit(tier) - planned - visited);
}
