import type { OfficialPlace } from '#features/official-lists/official-lists.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

/** A place of an official list with my record of it; null if there is none. */
export type ListedPlace = { place: OfficialPlace; mine: MyRestaurant | null };
