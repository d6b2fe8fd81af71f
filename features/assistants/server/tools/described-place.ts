import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';

export type CategoryNames = ReadonlyMap<string, string>;

/** Describes a saved place. Its review and memo are texts of the member. */
export const describeSaved = (saved: MyRestaurant, categoryNames: CategoryNames) => ({
  placeId: saved.id,
  name: saved.name,
  address: saved.address,
  coordinates: saved.coordinates,
  category: categoryNames.get(saved.categoryId ?? '') ?? null,
  status: saved.status,
  visitedOn: saved.visitedAt === null ? null : writtenDay(dayIn(KOREA, saved.visitedAt)),
  savedOn: writtenDay(dayIn(KOREA, saved.linkedAt)),
  rating: saved.rating,
  note: saved.review,
  isNotePublic: saved.isShared,
  tags: saved.customTags,
  source: saved.sourceMemo,
  businessStatus: saved.businessStatus,
  closedOn: saved.closedOn,
  isExample: saved.isExample,
  ...(saved.sharedListId !== null && { isFromSharedList: true }),
});

/** Describes a place that the index or the maps service has found. */
export const describeSuggestion = (place: PlaceSuggestion, savedIds: ReadonlySet<string>) => ({
  placeId: place.placeId,
  name: place.name,
  address: place.address,
  kind: place.kind,
  coordinates: place.coordinates,
  distanceMetres: place.distanceMetres,
  businessStatus: place.businessStatus,
  isExample: place.isExample,
  isInMyList: savedIds.has(place.placeId),
});
