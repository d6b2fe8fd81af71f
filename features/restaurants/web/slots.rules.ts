import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { countsToLimit } from '#features/restaurants/restaurants.rules.ts';

/** How many of a free member's ten slots are planned and visited; places from a shared list use none. */
export function usedSlots(restaurants: readonly MyRestaurant[]): { planned: number; visited: number } {
  const counted = restaurants.filter(({ sharedListId }) => countsToLimit({ deletedAt: null, sharedListId }));
  const visited = counted.filter(({ status }) => status === '방문 완료').length;
  return { planned: counted.length - visited, visited };
}
