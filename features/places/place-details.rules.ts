import type { PlaceDetails } from './places.contract.ts';

/** What a maps service can tell besides name and whereabouts, as long as nothing of it is known. */
export const UNKNOWN_DETAILS = {
  kind: null,
  categoryId: null,
  phoneNumber: null,
  website: null,
  mapsUrl: null,
  businessStatus: null,
  rating: null,
  ratingCount: null,
  priceLevel: null,
  openingHours: null,
  openingHoursSummary: null,
  allowsDogs: null,
  wheelchairAccessibleParking: null,
  wheelchairAccessibleEntrance: null,
  wheelchairAccessibleRestroom: null,
  wheelchairAccessibleSeating: null,
  parkingOptionsSummary: null,
  photos: [],
  isExample: false,
} as const satisfies Omit<PlaceDetails, 'placeId' | 'provider' | 'name' | 'address' | 'coordinates'>;

/**
 * The path of a photo for `<img src>`, as `getPlacePhoto` takes it. Pixels are the most that either side may have;
 * 400 by 400 if not said.
 */
export function placePhotoUrl({
  placeId,
  reference,
  width,
  height,
}: {
  placeId: string;
  reference: string;
  width?: number;
  height?: number;
}): string {
  const size = new URLSearchParams({
    ...(width !== undefined && { width: String(width) }),
    ...(height !== undefined && { height: String(height) }),
  }).toString();
  const path = `/api/places/${encodeURIComponent(placeId)}/photos/${encodeURIComponent(reference)}`;
  return size === '' ? path : `${path}?${size}`;
}
