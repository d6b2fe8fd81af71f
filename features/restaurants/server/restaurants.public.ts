/** The operations on personal lists that other features use. */
export { addRestaurant, NOT_IN_CATALOGUE } from './add-restaurant.service.ts';
export { addSource, removeSource, type StoredAddition } from './another-source.service.ts';
export { addSeveral, countRoom, removeSeveral } from './add-several.service.ts';
export { seedList } from './seed-list.ts';
export { readRestaurant, updateSavedRestaurantOf } from './restaurants.service.ts';
export {
  incrementVersionsOfListsWith,
  lockList,
  selectMyRestaurant,
  selectMyRestaurants,
} from './restaurants.sql.ts';
export { takeOverFromShare } from './take-from-share.service.ts';
export { onSavedRestaurantChange } from './saved-restaurant-changes.ts';
