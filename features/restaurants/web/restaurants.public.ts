/** Parts of my list for the screens of other features. */
export type { PasteProps, Prefill } from './add/paste-parts.ts';
export { StatusSourceAndTags, VisitFields } from './form/SavedRestaurantFields.tsx';
export { formatDay } from './restaurant-messages.ts';
export {
  myListQuery,
  restaurantQuery,
  applyResponse,
  useChangeRestaurant,
  write as restaurantWrite,
} from './restaurants.queries.ts';
export { SourceCards } from './sources/SourceCards.tsx';
export { usedSlots } from './slots.rules.ts';
export { useMyRestaurant } from './use-my-restaurant.ts';
export { useDistanceOrigin } from './use-distance-origin.ts';
export { useConvert } from './use-convert.tsx';
export { useLimitDialog } from './use-limit-dialog.tsx';
export { useMedia } from './use-media.ts';
