/** What other features' screens may know of my list. */
export { myListQuery, restaurantQuery, useChangeRestaurant } from './restaurants.queries.ts';
