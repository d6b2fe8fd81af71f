import type { PlaceDetails } from './places.contract.ts';

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
 * Returns the path of a photo for `<img src>`. The photo is at most `width` × `height` pixels (default 400 × 400).
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
