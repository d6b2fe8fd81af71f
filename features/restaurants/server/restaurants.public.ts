/**
 * Operations on personal lists for other features. A caller that changes a catalogue row must call
 * `incrementVersionsOfListsWith` in the same transaction, otherwise lists keep showing the old facts.
 */
export { findPlaceToAdd, type FoundPlace } from './add-restaurant.service.ts';
export { seedList } from './seed-list.ts';
export { updateSavedRestaurantOf } from './restaurants.service.ts';
export {
  incrementVersionsOfListsWith,
  selectMyRestaurants,
} from './restaurants.sql.ts';
export { takeOverFromShare } from './take-from-share.service.ts';
export { onSavedRestaurantChange } from './saved-restaurant-changes.ts';
