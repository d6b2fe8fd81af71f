/**
 * What other features may do with personal lists. Whoever changes a catalogue row calls
 * `raiseVersionsOfListsHolding` in the same transaction, else lists go on showing the old facts.
 */
export { findPlaceToAdd, type FoundPlace } from './add-restaurant.service.ts';
export { fillList } from './fill-list.ts';
export { changeLink } from './restaurants.service.ts';
export { raiseVersionsOfListsHolding, selectMyRestaurants } from './restaurants.sql.ts';
export { takeFromShare } from './take-from-share.service.ts';
