import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';

/** Returns a place of a list for tests. The fields are unknown by default, and the id is the name. */
export function restaurant(facts: Partial<MyRestaurant> & { name: string }): MyRestaurant {
  return {
    ...EMPTY_SAVED_RESTAURANT,
    id: facts.name,
    address: '',
    neighbourhood: '',
    coordinates: null,
    phoneNumber: null,
    categoryId: null,
    isManual: false,
    isExample: false,
    businessStatus: null,
    openingSpans: null,
    hasParking: null,
    firstAddedToPublicAt: 0,
    sharedListId: null,
    linkedAt: 0,
    visitedAt: null,
    closedOn: null,
    keptClosedOn: null,
    lastModifiedByUserAt: 0,
    ...facts,
  };
}
