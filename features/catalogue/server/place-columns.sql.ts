import { openingSpans } from '#features/places/opening-hours.rules.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { json } from '#server/database/columns.ts';

/** Returns the columns of the facts that the member who added the place confirmed. */
export const columnsOfIdentity = ({
  name,
  address,
  coordinates,
}: Pick<PlaceDetails, 'name' | 'address' | 'coordinates'>) => ({
  name,
  address,
  lat: coordinates?.lat ?? null,
  lng: coordinates?.lng ?? null,
});

/** The facts of a maps service that are stored and can be deleted again. */
type ServiceFacts = Omit<
  PlaceDetails,
  'name' | 'address' | 'coordinates' | 'placeId' | 'provider' | 'categoryId' | 'businessStatus' | 'isExample'
>;

export const columnsOfServiceFacts = (facts: ServiceFacts) => ({
  primary_type_display_name: facts.kind,
  phone_number: facts.phoneNumber,
  website: facts.website,
  maps_url: facts.mapsUrl,
  google_rating: facts.rating,
  google_user_ratings_total: facts.ratingCount,
  price_level: facts.priceLevel,
  detailed_opening_hours: facts.openingHours?.weekdayLines ?? [],
  opening_periods: json(facts.openingHours?.periods ?? null),
  opening_spans: json(facts.openingHours && openingSpans(facts.openingHours)),
  opening_hours_summary: facts.openingHoursSummary,
  allows_dogs: facts.allowsDogs,
  wheelchair_accessible_parking: facts.wheelchairAccessibleParking,
  wheelchair_accessible_entrance: facts.wheelchairAccessibleEntrance,
  wheelchair_accessible_restroom: facts.wheelchairAccessibleRestroom,
  wheelchair_accessible_seating: facts.wheelchairAccessibleSeating,
  parking_options_summary: facts.parkingOptionsSummary,
  photos: json(facts.photos),
});

/** The values that replace the facts of the maps service when these facts are deleted. */
export const NO_SERVICE_FACTS: ServiceFacts = {
  kind: null,
  phoneNumber: null,
  website: null,
  mapsUrl: null,
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
};

export type EnteredPlace = {
  name: string;
  address: string;
  coordinates: { lat: number; lng: number } | null;
  phoneNumber: string;
};

export const columnsOfEnteredPlace = (place: EnteredPlace) => ({
  ...columnsOfIdentity(place),
  phone_number: place.phoneNumber || null,
});
