import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT, placeFactsOf } from '#features/restaurants/restaurants.rules.ts';
import type { CollectionPlace } from './collections.contract.ts';

export const asRestaurant = (place: CollectionPlace, mine: MyRestaurant | undefined): MyRestaurant =>
  mine ?? {
    ...placeFactsOf(place),
    ...EMPTY_SAVED_RESTAURANT,
    sharedListId: null,
    linkedAt: place.addedAt,
    visitedAt: null,
    keptClosedOn: null,
    lastModifiedByUserAt: place.addedAt,
  };
