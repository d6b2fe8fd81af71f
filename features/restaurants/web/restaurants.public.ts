/** Parts of my list for the screens of other features. */
export { VisitFields } from './form/SavedRestaurantFields.tsx';
export { formatDay } from './restaurant-messages.ts';
export {
  myListQuery,
  restaurantQuery,
  applyResponse,
  useChangeRestaurant,
} from './restaurants.queries.ts';
export { SourceCards } from './sources/SourceCards.tsx';
export { usedSlots } from './slots.rules.ts';
export { useMyRestaurant } from './use-my-restaurant.ts';
export { useDistanceOrigin } from './use-distance-origin.ts';
export { useConvert } from './use-convert.tsx';
export { useMedia } from './use-media.ts';
