import { z } from 'zod';
import { LineOfText, LinesOfText } from '#common/texts.ts';
import { CreationId } from '#common/creation-id.ts';
import { EARLIEST_DAY } from '#common/dates.ts';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';
import { SOURCE_MEMO_MAXIMUM, TAG_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { ProvidedMemo } from '#features/catalogue/provided.contract.ts';
import { PhotoId } from '#features/photos/photos.contract.ts';
import { OpeningSpans, PlaceDetails, PlaceId, PlaceSource } from '#features/places/places.contract.ts';
import { ManualPlace, NewPlace } from '#features/catalogue/new-place.contract.ts';

export const restaurantsProblems = defineProblems({
  'restaurants.not_found': 404,
  /** The member has already added the place: 이미 이 식당은 {date}에 등록하셨습니다. params: date (ms), restaurantId */
  'restaurants.already_added': 409,
  /** A free member has reached the limit. The screen opens the upgrade dialog. params: limit */
  'restaurants.limit_reached': 409,
  /** All requested places are already in the list: 이미 내 맛집 리스트에 있습니다. */
  'restaurants.already_in_list': 409,
  /**
   * The addition of several places would exceed the limit of a free member. params: limit, count (number of places that
   * are not in the list yet)
   */
  'restaurants.bulk_limit_exceeded': 409,
  'restaurants.place_not_found': 404,
  /** The restaurant that was created with this id was deleted later. */
  'restaurants.deleted': 410,
  /** A text was changed after the member's device had read it. The edit is based on the earlier text. */
  'restaurants.changed_elsewhere': 409,
  /** The place comes from a maps service. Members cannot change the facts of such a place. */
  'restaurants.place_not_editable': 409,
});

/** The visit status. The Korean text is stored and is also shown on screen. */
export const RestaurantStatus = z.enum([TO_VISIT, VISITED]);
export type RestaurantStatus = z.infer<typeof RestaurantStatus>;

/** The kind of source from which the member heard of the place. */
export const SourceKind = z.enum(['tv', 'magazine', 'person', 'own']);
export type SourceKind = z.infer<typeof SourceKind>;

export const REVIEW_MAXIMUM = 2000;
export const REVIEW_PHOTOS_MAXIMUM = 5;

const Rating = z.number().min(0.5).max(5).multipleOf(0.5);
/** The tags are in the order in which the member typed them. Duplicates are removed. */
const CustomTags = z
  .array(LineOfText.min(1).max(TAG_MAXIMUM))
  .overwrite((tags) => [...new Set(tags)])
  .max(TAGS_MAXIMUM);

/**
 * The fields that a member may change on a saved restaurant (specification, section 5). An absent field stays
 * unchanged.
 */
export const RestaurantChanges = z.object({
  status: RestaurantStatus.optional(),
  rating: Rating.nullable().optional(),
  review: LinesOfText.max(REVIEW_MAXIMUM).optional(),
  customTags: CustomTags.optional(),
  sourceKind: SourceKind.nullable().optional(),
  sourceMemo: LineOfText.max(SOURCE_MEMO_MAXIMUM).optional(),
  /**
   * Ids of uploaded photos with the purpose `review`, in the order of display. A stored photo whose id is missing here
   * is detached from the restaurant.
   */
  userPhotoFilenames: z
    .array(PhotoId)
    .overwrite((photoIds) => [...new Set(photoIds)])
    .max(REVIEW_PHOTOS_MAXIMUM)
    .optional(),
  /** Whether other members may read the rating and the review. */
  isShared: z.boolean().optional(),
  /** Whether other members see the review without the nickname. */
  isAnonymous: z.boolean().optional(),
  /**
   * The category that the member chose. If the value is null, the category of the catalogue is used again. An unknown
   * id is rejected with restaurants.category_unknown.
   */
  categoryId: CategoryId.nullable().optional(),
});
export type RestaurantChanges = z.infer<typeof RestaurantChanges>;

/** The texts that the form showed before the edit. The edit replaces them. */
export const BaseTexts = z.object({ review: z.string(), sourceMemo: z.string().normalize() }).partial();
export type BaseTexts = z.infer<typeof BaseTexts>;

const RestaurantEdit = RestaurantChanges.extend({
  /**
   * The texts that the edit is based on. If a stored text differs from its text here, it was changed elsewhere. The
   * edit is then rejected.
   */
  basedOn: BaseTexts.optional(),
  /**
   * The time of the visit in milliseconds. It is used if the status becomes 방문 완료. The default is the current time, and
   * a later time is replaced by the current time. The undo of a removed visit uses this field to restore the time of
   * the visit. If the value is null, the day of the visit is unknown.
   */
  visitedAt: z.int().min(EARLIEST_DAY).max(8_640_000_000_000_000).nullable().optional(),
});

export const NewRestaurant = RestaurantChanges.extend({
  status: RestaurantStatus.default(TO_VISIT),
  place: NewPlace,
});
export type NewRestaurant = z.input<typeof NewRestaurant>;

/**
 * One restaurant of a member's list: the facts from the catalogue and the member's own record. Times are in
 * milliseconds.
 */
export const MyRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  /** The 동, 리, 읍 or 면 of the place; '' if unknown. The address does not always contain it. */
  neighbourhood: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  /**
   * The category that the member chose. If the member chose none, it is the category of the catalogue. Null means 미분류.
   */
  categoryId: CategoryId.nullable(),
  /**
   * Whether the place was entered by hand and is not published. Only this member sees such a place and may change its
   * facts.
   */
  isManual: z.boolean(),
  isExample: z.boolean(),
  businessStatus: PlaceDetails.shape.businessStatus,
  /** The day on which the place closed, according to the licence register; null if unknown. */
  closedOn: z.iso.date().nullable().default(null),
  openingSpans: OpeningSpans,
  /** Null means that it is unknown whether the place has parking. */
  hasParking: z.boolean().nullable(),
  firstAddedToPublicAt: z.number(),
  userCategoryOverrideId: CategoryId.nullable(),
  status: RestaurantStatus,
  customTags: z.array(z.string()),
  rating: z.number().nullable(),
  review: z.string(),
  sourceKind: SourceKind.nullable(),
  sourceMemo: z.string(),
  isShared: z.boolean(),
  isAnonymous: z.boolean(),
  userPhotoFilenames: z.array(z.string()),
  sharedListId: z.string().nullable(),
  linkedAt: z.number(),
  /**
   * When the status became 방문 완료, in milliseconds. It is null while the status is 방문 예정, and if the day of the visit is
   * unknown.
   */
  visitedAt: z.number().nullable(),
  /** The value of `closedOn` for which the member chose to keep the place; null if there was no such choice. */
  keptClosedOn: z.iso.date().nullable().default(null),
  lastModifiedByUserAt: z.number(),
});
export type MyRestaurant = z.infer<typeof MyRestaurant>;

/**
 * The personal list as one versioned document, with the newest restaurant first. The ETag contains the version and the
 * owner. If two people share a browser, the browser therefore never shows the list of one person to the other.
 */
export const MyList = z.object({ version: z.int(), restaurants: z.array(MyRestaurant) });
export type MyList = z.infer<typeof MyList>;

/**
 * Response of every write: the restaurant and the new version of the list. `restaurant` is null if the restaurant is no
 * longer in the list.
 */
export const Written = z.object({ restaurant: MyRestaurant.nullable(), listVersion: z.int() });
export type Written = z.infer<typeof Written>;

export const TAKE_OVER_MAXIMUM = 1000;

/** The provided restaurants that a member takes over into the list. */
export const TakeOverRequest = z.object({
  restaurantIds: z
    .array(PlaceId)
    .min(1)
    .max(TAKE_OVER_MAXIMUM)
    .overwrite((ids) => [...new Set(ids)]),
  status: RestaurantStatus.default(TO_VISIT),
});

/** The restaurants that the request added to the list, and the new version of the list. */
const TakeOverResult = z.object({ restaurants: z.array(MyRestaurant), listVersion: z.int() });
export type TakeOverResult = z.infer<typeof TakeOverResult>;

const RestaurantParams = z.object({ restaurantId: PlaceId });

export const listMyRestaurants = endpoint({
  method: 'GET',
  url: '/api/my-restaurants',
  access: 'member',
  schema: { summary: 'Get my whole list. Supports If-None-Match.', response: { 200: MyList } },
  problems: [],
});

export const addRestaurant = endpoint({
  method: 'POST',
  url: '/api/my-restaurants',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Add a place to my list. A repeated request with the same `id` adds nothing and returns the current restaurant.',
    body: NewRestaurant.extend({ id: CreationId, visitedAt: RestaurantEdit.shape.visitedAt }),
    response: { 201: Written },
  },
  problems: [
    'restaurants.already_added',
    'restaurants.limit_reached',
    'restaurants.place_not_found',
    'restaurants.deleted',
    'photos.not_found',
    'photos.limit_reached',
    'places.too_many_today',
    'places.unavailable',
    'places.quota_used_up',
    'places.key_refused',
  ],
});

export const takeOverProvided = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/from-provided',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Take over provided restaurants into my list, all or none. Restaurants already in the list are unchanged.',
    body: TakeOverRequest,
    response: { 201: TakeOverResult },
  },
  problems: [
    'restaurants.already_in_list',
    'restaurants.limit_reached',
    'restaurants.bulk_limit_exceeded',
    'restaurants.place_not_found',
  ],
});

/** Maximum number of places of an official list that one request takes over. */
export const OFFICIAL_TAKE_OVER_MAXIMUM = 100;

export const takeOverOfficial = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/from-official-lists',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Take over places of official lists into my list, all or none. Restaurants already in the list are unchanged.',
    body: z.object({
      restaurantIds: z
        .array(PlaceId)
        .min(1)
        .max(OFFICIAL_TAKE_OVER_MAXIMUM)
        .overwrite((ids) => [...new Set(ids)]),
      status: RestaurantStatus.default(TO_VISIT),
    }),
    response: { 201: TakeOverResult },
  },
  problems: [
    'restaurants.already_in_list',
    'restaurants.limit_reached',
    'restaurants.bulk_limit_exceeded',
    'restaurants.place_not_found',
  ],
});

export const undoTakeOver = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/taken-over/undo',
  access: 'member',
  schema: {
    summary:
      'Delete restaurants that I have just taken over. Restaurants that I have changed since then stay. The response contains the deleted ones.',
    body: z.object({
      restaurants: z
        .array(z.object({ id: PlaceId, lastModifiedByUserAt: z.number() }))
        .min(1)
        .max(TAKE_OVER_MAXIMUM),
    }),
    response: { 200: z.object({ deletedIds: z.array(PlaceId) }) },
  },
  problems: [],
});

export const updateRestaurant = endpoint({
  method: 'PATCH',
  url: '/api/my-restaurants/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Update my saved restaurant. Only the given fields change.',
    params: RestaurantParams,
    body: RestaurantEdit,
    response: { 200: Written },
  },
  problems: [
    'restaurants.not_found',
    'restaurants.changed_elsewhere',
    'photos.not_found',
    'photos.limit_reached',
  ],
});

export const updateManualPlace = endpoint({
  method: 'PUT',
  url: '/api/my-restaurants/:restaurantId/place',
  access: 'member',
  schema: {
    summary: 'Update the details of a place that I entered manually.',
    params: RestaurantParams,
    body: ManualPlace,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found', 'restaurants.place_not_editable'],
});

export const deleteRestaurant = endpoint({
  method: 'DELETE',
  url: '/api/my-restaurants/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Delete a restaurant from my list. Can be restored for one day. Idempotent.',
    params: RestaurantParams,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found'],
});

export const restoreRestaurant = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/:restaurantId/restore',
  access: 'member',
  schema: {
    summary: 'Restore a restaurant deleted from my list within the last day. Idempotent.',
    params: RestaurantParams,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found', 'restaurants.limit_reached'],
});

export const keepClosedRestaurant = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/:restaurantId/keep-closed',
  access: 'member',
  schema: {
    summary:
      'Keep a restaurant that has closed according to the licence register. The notice about it is not shown again. Idempotent.',
    params: RestaurantParams,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found'],
});

export const convertRestaurant = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/:restaurantId/convert',
  access: 'member',
  schema: {
    summary:
      'Convert a restaurant taken over from a shared list into my own. Counts towards the limit. Idempotent.',
    params: RestaurantParams,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found', 'restaurants.limit_reached'],
});

export const undoConversion = endpoint({
  method: 'POST',
  url: '/api/my-restaurants/:restaurantId/convert/undo',
  access: 'member',
  schema: {
    summary: 'Undo a conversion: the restaurant counts as taken over from its shared list again. Idempotent.',
    params: RestaurantParams,
    response: { 200: Written },
  },
  problems: ['restaurants.not_found'],
});

/**
 * A place of the catalogue as a member sees it. `mine` is the member's own record of the place; null if there is none.
 */
export const RestaurantDetail = z.object({
  place: PlaceDetails.extend({
    /** The value `own` means that a member entered the place by hand. */
    provider: z.enum([...PlaceSource.options, 'own']),
    /**
     * When the maps service returned the data, in milliseconds. It is null if there is no data, or if the data had to
     * be deleted.
     */
    fetchedAt: z.number().nullable(),
  }),
  mine: MyRestaurant.nullable(),
  /** The admin's note. It is null if the place is not provided, or if this member can no longer see provided places. */
  provided: ProvidedMemo.nullable(),
});
export type RestaurantDetail = z.infer<typeof RestaurantDetail>;

export const getRestaurant = endpoint({
  method: 'GET',
  url: '/api/restaurants/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Get a catalogue restaurant and my saved restaurant for it.',
    params: RestaurantParams,
    response: { 200: RestaurantDetail },
  },
  problems: ['restaurants.not_found'],
});
