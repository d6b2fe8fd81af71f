import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';
import type { CollectionPlace } from './collections.contract.ts';

export const asRestaurant = (place: CollectionPlace, mine: MyRestaurant | undefined): MyRestaurant =>
  mine ?? {
    id: place.id,
    name: place.name,
    address: place.address,
    neighbourhood: place.neighbourhood,
    coordinates: place.coordinates,
    phoneNumber: place.phoneNumber,
    categoryId: place.categoryId,
    isManual: place.isManual,
    isExample: place.isExample,
    businessStatus: place.businessStatus,
    openingSpans: place.openingSpans,
    hasParking: place.hasParking,
    firstAddedToPublicAt: place.firstAddedToPublicAt,
    ...EMPTY_SAVED_RESTAURANT,
    sharedListId: null,
    linkedAt: place.addedAt,
    visitedAt: null,
    lastModifiedByUserAt: place.addedAt,
  };
