import { z } from 'zod';
import { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import {
  BaseTexts,
  MyRestaurant,
  NewRestaurant,
  RestaurantChanges,
} from '#features/restaurants/restaurants.contract.ts';

/*
 * The payloads of the actions on my list, as devices store them. If one of them changes, `ACTION_FORMAT` must be
 * increased (web/outbox/actions.ts).
 */

export const Acted = z.object({
  restaurantId: z.string(),
  /**
   * My record when the action was taken; null if the place was not in my list, or the list was not in memory. It is
   * only shown. Therefore a record that cannot be read does not prevent the action from being sent.
   */
  before: MyRestaurant.nullable().catch(null),
});
export type Acted = z.infer<typeof Acted>;

export const AddPayload = z.object({ body: NewRestaurant, shown: MyRestaurant });
export type AddPayload = { body: z.input<typeof NewRestaurant>; shown: MyRestaurant };

export const ChangePayload = Acted.extend({
  changes: RestaurantChanges,
  /** The texts that the change replaces. */
  basedOn: BaseTexts.optional(),
  /**
   * In milliseconds. When the place was visited, if its status becomes 방문 완료; null if the day is unknown. Default: the
   * time of the action.
   */
  visitedAt: z.number().nullable().optional(),
});
export type ChangePayload = z.infer<typeof ChangePayload>;

export const PlacePayload = Acted.extend({ place: ManualPlace });
export type PlacePayload = z.infer<typeof PlacePayload>;
