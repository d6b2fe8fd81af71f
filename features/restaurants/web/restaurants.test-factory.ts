import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

/** A place of a list for tests, with unknown fields by default. Its id is its name. */
export function restaurant(facts: Partial<MyRestaurant> & { name: string }): MyRestaurant {
  return {
    id: facts.name,
    address: '',
    neighbourhood: '',
    coordinates: null,
    phoneNumber: null,
    categoryId: null,
    userCategoryOverrideId: null,
    isManual: false,
    isExample: false,
    businessStatus: null,
    firstAddedToPublicAt: 0,
    status: '방문 예정',
    customTags: [],
    rating: null,
    review: '',
    sourceKind: null,
    sourceMemo: '',
    isShared: false,
    isAnonymous: false,
    userPhotoFilenames: [],
    sharedListId: null,
    linkedAt: 0,
    visitedAt: null,
    lastModifiedByUserAt: 0,
    ...facts,
  };
}
