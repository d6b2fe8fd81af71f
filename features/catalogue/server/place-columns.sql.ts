import { sql } from 'kysely';
import type { OpeningHours, PlaceDetails } from '#features/places/places.contract.ts';
import { columnsOf, json } from '#server/database/columns.ts';

/** The fields of a place that were confirmed by the member who added it. */
export type PlaceIdentity = { name: string; address: string; lat: number | null; lng: number | null };
export const placeIdentity = columnsOf('restaurants_public')<PlaceIdentity>({
  name: 'name',
  address: 'address',
  lat: 'lat',
  lng: 'lng',
});

export type ServiceFacts = Omit<
  PlaceDetails,
  | keyof PlaceIdentity
  | 'placeId'
  | 'provider'
  | 'coordinates'
  | 'categoryId'
  | 'businessStatus'
  | 'openingHours'
  | 'isExample'
> &
  OpeningHours;
export const serviceFacts = columnsOf('restaurants_public')<ServiceFacts>({
  kind: 'primary_type_display_name',
  phoneNumber: 'phone_number',
  website: 'website',
  mapsUrl: 'maps_url',
  rating: 'google_rating',
  ratingCount: 'google_user_ratings_total',
  priceLevel: 'price_level',
  weekdayLines: 'detailed_opening_hours',
  periods: {
    column: 'opening_periods',
    read: (place) => sql.ref(`${place}.opening_periods`),
    write: json,
  },
  openingHoursSummary: 'opening_hours_summary',
  allowsDogs: 'allows_dogs',
  wheelchairAccessibleParking: 'wheelchair_accessible_parking',
  wheelchairAccessibleEntrance: 'wheelchair_accessible_entrance',
  wheelchairAccessibleRestroom: 'wheelchair_accessible_restroom',
  wheelchairAccessibleSeating: 'wheelchair_accessible_seating',
  parkingOptionsSummary: 'parking_options_summary',
  photos: { column: 'photos', read: (place) => sql.ref(`${place}.photos`), write: json },
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
  weekdayLines: [],
  periods: null,
  openingHoursSummary: null,
  allowsDogs: null,
  wheelchairAccessibleParking: null,
  wheelchairAccessibleEntrance: null,
  wheelchairAccessibleRestroom: null,
  wheelchairAccessibleSeating: null,
  parkingOptionsSummary: null,
  photos: [],
};

export const serviceFactsOf = ({ openingHours, ...details }: PlaceDetails): ServiceFacts => ({
  ...details,
  weekdayLines: openingHours?.weekdayLines ?? [],
  periods: openingHours?.periods ?? null,
});

type ManualPlaceDetails = PlaceIdentity & { phoneNumber: string | null };
export const ownFacts = columnsOf('restaurants_public')<ManualPlaceDetails>({
  name: 'name',
  address: 'address',
  lat: 'lat',
  lng: 'lng',
  phoneNumber: 'phone_number',
});

export type EnteredPlace = {
  name: string;
  address: string;
  coordinates: { lat: number; lng: number } | null;
  phoneNumber: string;
};

export const identityOf = ({
  name,
  address,
  coordinates,
}: Pick<PlaceDetails, 'name' | 'address' | 'coordinates'>): PlaceIdentity => ({
  name,
  address,
  lat: coordinates?.lat ?? null,
  lng: coordinates?.lng ?? null,
});

export const ownFactsOf = (place: EnteredPlace): ManualPlaceDetails => ({
  ...identityOf(place),
  phoneNumber: place.phoneNumber || null,
});
