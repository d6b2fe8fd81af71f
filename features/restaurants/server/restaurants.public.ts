/**
 * Operations on personal lists for other features. A caller that changes a catalogue row must call
 * `raiseVersionsOfListsHolding` in the same transaction, otherwise lists keep showing the old facts.
 */
export { findPlaceToAdd, type FoundPlace } from './add-restaurant.service.ts';
export { fillList } from './fill-list.ts';
export { changeLink } from './restaurants.service.ts';
export { raiseVersionsOfListsHolding, selectMyRestaurants } from './restaurants.sql.ts';
export { takeFromShare } from './take-from-share.service.ts';
