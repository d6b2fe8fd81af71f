import { z } from 'zod';
import {
  type OpeningHours,
  PHOTOS_MAXIMUM,
  type PlaceDetails,
  type PlaceSuggestion,
} from '#features/places/places.contract.ts';
import type { CurrentPlaceStatus } from '../places-provider.ts';
import { parkingSummary } from '#features/places/parking.public.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { guessCategory } from '#features/places/categories.rules.ts';
import {
  listOf,
  nullIfInvalid,
  latitudeField,
  longitudeField,
  textField,
  urlField,
} from '../untrusted-fields.ts';

/** Schemas of the responses of Places API (New), v1: the messages of google.maps.places.v1 as JSON. */

const LocalizedText = z.object({ text: textField(300) }).transform(({ text }) => text);
const Location = z
  .object({ latitude: latitudeField, longitude: longitudeField })
  .transform(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }));

/** In proto3, default values are omitted. Google therefore omits a `startOffset` of 0. */
const Matches = listOf(
  z
    .object({ startOffset: z.int().min(0).default(0), endOffset: z.int().min(0) })
    .transform(({ startOffset, endOffset }): [number, number] => [startOffset, endOffset]),
  20,
);

const Prediction = z.object({
  placePrediction: z.object({
    placeId: textField(300),
    structuredFormat: z.object({
      mainText: z.object({ text: textField(300), matches: Matches }),
      secondaryText: nullIfInvalid(LocalizedText),
    }),
    types: listOf(z.string(), 30),
    distanceMeters: nullIfInvalid(z.number().min(0)),
  }),
});
type Prediction = z.infer<typeof Prediction>['placePrediction'];

export const Suggestions = z.object({ suggestions: listOf(Prediction, 20) }).catch({ suggestions: [] });

export const suggestionOf = ({
  placeId,
  structuredFormat: { mainText, secondaryText },
  types,
  distanceMeters,
}: Prediction): PlaceSuggestion => ({
  placeId,
  name: mainText.text,
  nameMatches: mainText.matches.map((range) => utf16Range(mainText.text, range)),
  address: withoutCountry(secondaryText ?? ''),
  kind: null,
  categoryId: guessCategory({ name: mainText.text, kind: kindOfTypes(types) }),
  coordinates: null,
  distanceMetres: distanceMeters === null ? null : Math.round(distanceMeters),
  businessStatus: null,
  isExample: false,
  isGuess: false,
});

/** Converts a range of Google, which counts code points, to a range in UTF-16 code units, which JavaScript counts. */
function utf16Range(text: string, [start, end]: [number, number]): [number, number] {
  const characters = [...text];
  const before = (count: number) => characters.slice(0, count).join('').length;
  return [before(start), before(end)];
}

const NearbyPlace = z.object({
  id: textField(300),
  displayName: LocalizedText,
  formattedAddress: nullIfInvalid(textField(500)),
});

export const NearbyPlaces = z.object({ places: listOf(NearbyPlace, 20) }).catch({ places: [] });

export const nearbySuggestionOf = ({
  id,
  displayName,
  formattedAddress,
}: z.infer<typeof NearbyPlace>): PlaceSuggestion => ({
  placeId: id,
  name: displayName,
  nameMatches: [],
  address: withoutCountry(formattedAddress ?? ''),
  kind: null,
  categoryId: guessCategory({ name: displayName, kind: null }),
  coordinates: null,
  distanceMetres: null,
  businessStatus: null,
  isExample: false,
  isGuess: false,
});

/**
 * The field mask for all details. It contains the fields of section 7 of the specification and the fields that the
 * entities of the specification need.
 */
export const DETAIL_FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'location',
  'nationalPhoneNumber',
  'websiteUri',
  'regularOpeningHours',
  'photos',
  'rating',
  'userRatingCount',
  'priceLevel',
  'primaryType',
  'primaryTypeDisplayName',
  'allowsDogs',
  'accessibilityOptions',
  'parkingOptions',
  'googleMapsUri',
  'businessStatus',
].join(',');

const PointInTime = z.object({
  day: z.int().min(0).max(6).default(0),
  hour: z.int().min(0).max(23).default(0),
  minute: z.int().min(0).max(59).default(0),
});
const minuteOfDay = ({ hour, minute }: z.infer<typeof PointInTime>) => hour * 60 + minute;

const Hours = z
  .object({
    periods: nullIfInvalid(listOf(z.object({ open: PointInTime, close: nullIfInvalid(PointInTime) }), 50)),
    weekdayDescriptions: listOf(textField(200), 7),
  })
  .transform(({ periods, weekdayDescriptions }): OpeningHours => ({
    weekdayLines: weekdayDescriptions,
    periods:
      periods &&
      periods.map(({ open, close }) => ({
        openDay: open.day,
        openMinute: minuteOfDay(open),
        closeDay: close && close.day,
        closeMinute: close && minuteOfDay(close),
      })),
  }));

const Pixels = nullIfInvalid(z.int().positive());
const Photo = z.object({
  name: textField(2000).pipe(z.string().regex(/^places\/[^/]+\/photos\/[^/]+$/)),
  widthPx: Pixels,
  heightPx: Pixels,
  authorAttributions: listOf(
    z
      .object({ displayName: textField(200), uri: nullIfInvalid(urlField) })
      .transform(({ displayName, uri }) => ({ name: displayName, url: uri })),
    5,
  ),
});

/**
 * The name of a photo also contains the id of the place. Google may change ids, so this id can differ from the
 * requested id. The reference of a photo therefore contains the id.
 */
export const Photos = z
  .object({ photos: listOf(Photo, PHOTOS_MAXIMUM) })
  .catch({ photos: [] })
  .transform(({ photos }) =>
    photos.map(({ name, widthPx, heightPx, authorAttributions }) => ({
      reference: name.replace(/^places\//, '').replace('/photos/', '/'),
      width: widthPx,
      height: heightPx,
      authors: authorAttributions,
    })),
  );

/** A flag that the response does not contain is unknown (null), not false. */
const Flag = nullIfInvalid(z.boolean());

const PRICE_LEVELS: Record<string, PlaceDetails['priceLevel']> = {
  PRICE_LEVEL_FREE: 0,
  PRICE_LEVEL_INEXPENSIVE: 1,
  PRICE_LEVEL_MODERATE: 2,
  PRICE_LEVEL_EXPENSIVE: 3,
  PRICE_LEVEL_VERY_EXPENSIVE: 4,
};

const BUSINESS_STATUSES: Record<string, PlaceDetails['businessStatus']> = {
  OPERATIONAL: 'operational',
  CLOSED_TEMPORARILY: 'closed_temporarily',
  CLOSED_PERMANENTLY: 'closed_permanently',
};

const PlaceStatusResponse = z.object({ id: textField(300), businessStatus: nullIfInvalid(z.string()) });

/**
 * Returns the status and the current id of a place.
 * @param asked the id that was requested
 */
export function placeStatusOf(response: unknown, asked: string): CurrentPlaceStatus {
  const { id, businessStatus } = PlaceStatusResponse.safeParse(response).data ?? {
    id: asked,
    businessStatus: null,
  };
  return { status: BUSINESS_STATUSES[businessStatus ?? ''] ?? null, placeId: id };
}

const Place = z.object({
  id: textField(300),
  displayName: LocalizedText,
  formattedAddress: nullIfInvalid(textField(500)),
  location: nullIfInvalid(Location),
  nationalPhoneNumber: nullIfInvalid(textField(40)),
  websiteUri: nullIfInvalid(urlField),
  googleMapsUri: nullIfInvalid(urlField),
  regularOpeningHours: nullIfInvalid(Hours),
  rating: nullIfInvalid(z.number().min(0).max(5)),
  userRatingCount: nullIfInvalid(z.int().min(0).max(2_000_000_000)),
  priceLevel: nullIfInvalid(z.string()),
  primaryType: nullIfInvalid(z.string()),
  primaryTypeDisplayName: nullIfInvalid(LocalizedText),
  businessStatus: nullIfInvalid(z.string()),
  allowsDogs: Flag,
  accessibilityOptions: nullIfInvalid(
    z.object({
      wheelchairAccessibleParking: Flag,
      wheelchairAccessibleEntrance: Flag,
      wheelchairAccessibleRestroom: Flag,
      wheelchairAccessibleSeating: Flag,
    }),
  ),
  parkingOptions: nullIfInvalid(
    z.object({
      freeParkingLot: Flag,
      paidParkingLot: Flag,
      freeStreetParking: Flag,
      paidStreetParking: Flag,
      valetParking: Flag,
      freeGarageParking: Flag,
      paidGarageParking: Flag,
    }),
  ),
});

/**
 * Returns the details of a place.
 * @returns null if the response has no id or no name
 */
export function detailsOf(response: unknown): PlaceDetails | null {
  const read = Place.safeParse(response);
  if (!read.success) return null;
  const place = read.data;
  const access = place.accessibilityOptions;
  const openingHours =
    place.regularOpeningHours?.weekdayLines.length === 0 && place.regularOpeningHours.periods === null
      ? null
      : place.regularOpeningHours;
  return {
    placeId: place.id,
    provider: 'google',
    name: place.displayName,
    address: withoutCountry(place.formattedAddress ?? ''),
    coordinates: place.location,
    kind: place.primaryTypeDisplayName,
    categoryId: guessCategory({
      name: place.displayName,
      kind: place.primaryType === null ? null : kindOfTypes([place.primaryType]),
    }),
    phoneNumber: place.nationalPhoneNumber,
    website: place.websiteUri,
    mapsUrl: place.googleMapsUri,
    businessStatus: BUSINESS_STATUSES[place.businessStatus ?? ''] ?? null,
    rating: place.rating,
    ratingCount: place.userRatingCount,
    priceLevel: PRICE_LEVELS[place.priceLevel ?? ''] ?? null,
    openingHours,
    openingHoursSummary: openingHours?.weekdayLines.join(' | ') || null,
    allowsDogs: place.allowsDogs,
    wheelchairAccessibleParking: access?.wheelchairAccessibleParking ?? null,
    wheelchairAccessibleEntrance: access?.wheelchairAccessibleEntrance ?? null,
    wheelchairAccessibleRestroom: access?.wheelchairAccessibleRestroom ?? null,
    wheelchairAccessibleSeating: access?.wheelchairAccessibleSeating ?? null,
    parkingOptionsSummary: place.parkingOptions && parkingSummary(place.parkingOptions),
    photos: Photos.parse(response),
    isExample: false,
  };
}

/** Google's place types (Table A), mapped to words that `guessCategory` knows. */
const KINDS: [RegExp, string][] = [
  [/^(barbecue_restaurant|korean_barbecue_restaurant|yakiniku_restaurant)$/, '숯불구이'],
  [/^seafood_restaurant$/, '횟집'],
  [/^(noodle_shop|ramen_restaurant)$/, '냉면집'],
  [/^(chinese_restaurant|chinese_noodle_restaurant|dim_sum_restaurant|hot_pot_restaurant)$/, '중식'],
  [/^(japanese_|sushi_|tonkatsu_|yakitori_|izakaya)/, '일식'],
  [/^(thai|vietnamese|indian|indonesian|asian|asian_fusion|mongolian|turkish)_restaurant$/, '아시안'],
  [/^(italian|french|spanish|greek|mediterranean|american|western|brunch|buffet)_restaurant$/, '경양식'],
  [/^(steak_house|bistro|fine_dining_restaurant)$/, '경양식'],
  [/^(fast_food|hamburger|pizza|chicken|chicken_wings)_restaurant$/, '패스트푸드'],
  [/^(cafe|coffee_shop|dessert_shop|dessert_restaurant|ice_cream_shop|tea_house|juice_shop)$/, '카페'],
  [/^(bakery|bagel_shop|donut_shop|cake_shop|pastry_shop)$/, '베이커리'],
  [/^(bar|pub|wine_bar|cocktail_bar|bar_and_grill|beer_garden|brewery|brewpub|gastropub)$/, '호프'],
  [/^korean_restaurant$/, '한식'],
];

const kindOfTypes = (types: readonly string[]): string | null =>
  KINDS.find(([known]) => types.some((type) => known.test(type)))?.[1] ?? null;
