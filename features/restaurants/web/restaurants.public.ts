/** Parts of my list for the screens of other features. */
export { VisitFields } from './form/LinkFields.tsx';
export { formatDay } from './restaurant-sentences.ts';
export { myListQuery, restaurantQuery, takeAnswer, useChangeRestaurant } from './restaurants.queries.ts';
export { slotsTaken } from './slots.rules.ts';
export { useMyRestaurant } from './use-my-restaurant.ts';
export { useAround } from './use-around.ts';
export { useConvert } from './use-convert.tsx';
export { useMedia } from './use-media.ts';
