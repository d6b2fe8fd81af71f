import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import type {
  BaseTexts,
  MyRestaurant,
  NewRestaurant,
  RestaurantChanges,
} from '#features/restaurants/restaurants.contract.ts';

/**
 * `before` is my record when the action was taken; null if the place was not in my list, or the list was not in memory.
 */
export type Acted = { restaurantId: string; before: MyRestaurant | null };
export type AddPayload = { body: NewRestaurant; shown: MyRestaurant };
/**
 * @property basedOn - the texts that the change replaces
 * @property visitedAt - milliseconds; when the place was visited, if its status becomes 방문 완료; default: the time of
 * the action
 */
export type ChangePayload = Acted & {
  changes: RestaurantChanges;
  basedOn?: BaseTexts;
  visitedAt?: number;
};
export type PlacePayload = Acted & { place: ManualPlace };
