import { z } from 'zod';
import { LineOfText, LinesOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Category, CategoryId } from '#features/catalogue/catalogue.contract.ts';
import { PhotoId } from '#features/photos/photos.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { MyRestaurant, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { PICKED_MAXIMUM, SHARE_NOTE_MAXIMUM, SHARE_TITLE_MAXIMUM } from './sharing.limits.ts';

export const sharingProblems = defineProblems({
  /**
   * The link is unknown, revoked or expired, or its collection or the account of its owner is deleted. The response
   * does not reveal which of these is the case.
   */
  'sharing.not_found': 404,
  /** The owner has paused the link or is no longer a paid member. The link may become available again later. */
  'sharing.paused': 403,
  'sharing.paid_only': 403,
  /** The collection of the selection is unknown or deleted, or it belongs to another member. */
  'sharing.collection_not_found': 404,
  /** The member has the maximum number of share links. params: limit */
  'sharing.too_many_links': 409,
  /**
   * A free member may not take over several places if they would exceed the limit (specification, section 5). params:
   * limit, adding (number of places that are not in the list yet)
   */
  'sharing.bulk_limit_reached': 409,
});

/**
 * The places that a link shows. A filter is evaluated on every read. Therefore a link can show places that were added
 * later.
 */
export const ShareSelection = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  z.object({
    of: z.literal('filtered'),
    status: RestaurantStatus.nullable(),
    /** A place must have one of these categories. If the array is empty, every category matches. */
    categoryIds: z.array(CategoryId).max(50),
    /** A place must have one of these tags. If the array is empty, every place matches. */
    tags: z.array(LineOfText.min(1).max(20)).max(50),
  }),
  z.object({
    of: z.literal('picked'),
    restaurantIds: z.array(PlaceId).min(1, 'sharing.nothing_picked').max(PICKED_MAXIMUM),
  }),
  /**
   * A collection. The places of the link are in the order of the collection. They include places that are not in the
   * owner's list.
   */
  z.object({ of: z.literal('collection'), collectionId: z.string().min(1).max(64) }),
]);
export type ShareSelection = z.infer<typeof ShareSelection>;

/** The owner's texts and photos that a visitor sees. */
export const ShownFields = z.object({
  ratings: z.boolean(),
  reviews: z.boolean(),
  /** The source, the memo and the tags of each place. In a collection, also the line of each place. */
  memos: z.boolean(),
  /** The first photo of each place. */
  photos: z.boolean().default(false),
});
export type ShownFields = z.infer<typeof ShownFields>;

/**
 * The time at which the link expires, in milliseconds. It must be in the future when it is written. Null means that the
 * link does not expire.
 */
const expiresAt = z.int().min(0).max(8_640_000_000_000_000).nullable();

export const NewListShare = z.object({
  title: LineOfText.min(1, 'sharing.title_missing').max(SHARE_TITLE_MAXIMUM),
  note: LinesOfText.max(SHARE_NOTE_MAXIMUM).default(''),
  selection: ShareSelection,
  shows: ShownFields,
  expiresAt: expiresAt.default(null),
});
export type NewListShare = z.infer<typeof NewListShare>;

/** The changes of a share link. An absent field stays unchanged. */
export const ListShareChanges = z.object({
  title: NewListShare.shape.title.optional(),
  note: LinesOfText.max(SHARE_NOTE_MAXIMUM).optional(),
  selection: ShareSelection.optional(),
  shows: ShownFields.optional(),
  expiresAt: expiresAt.optional(),
  isPaused: z.boolean().optional(),
});
export type ListShareChanges = z.infer<typeof ListShareChanges>;

/** The state of a link. It decides what a visitor sees when opening the link now. */
export const ShareState = z.enum(['open', 'paused', 'expired', 'membership_over', 'collection_deleted']);
export type ShareState = z.infer<typeof ShareState>;

/** A share link as its owner sees it. Times are in milliseconds. */
export const ListShare = z.object({
  id: z.string(),
  title: z.string(),
  note: z.string(),
  selection: ShareSelection,
  /** The name of the shared collection; null if the collection is deleted or the selection is not a collection. */
  collectionName: z.string().nullable(),
  shows: ShownFields,
  expiresAt: z.number().nullable(),
  isPaused: z.boolean(),
  state: ShareState,
  createdAt: z.number(),
  opens: z.number().describe('Number of views of the shared list. Visitors are not recorded.'),
});
export type ListShare = z.infer<typeof ListShare>;

/** A place as visitors see it. Fields that the owner hides are empty. */
export const SharedPlace = MyRestaurant.pick({
  id: true,
  name: true,
  address: true,
  coordinates: true,
  phoneNumber: true,
  categoryId: true,
  isExample: true,
  businessStatus: true,
  status: true,
  linkedAt: true,
  rating: true,
  review: true,
  customTags: true,
  sourceKind: true,
  sourceMemo: true,
  openingSpans: true,
}).extend({
  /** The line of the place in a shared collection. */
  line: z.string(),
  /**
   * The first photo that the owner has of the place. A request for the photo must contain the id of the link (`share`).
   */
  photoId: PhotoId.nullable(),
});
export type SharedPlace = z.infer<typeof SharedPlace>;

/**
 * A shared list as visitors see it. It is identical for every visitor. The places are in the order of the owner's list
 * or collection. The document contains the categories, so that the screen needs no further request. Caches use the ETag
 * to check whether the document is still current.
 */
export const SharedList = z.object({
  id: z.string(),
  title: z.string(),
  note: z.string(),
  /** The nickname of the owner; null if the owner has no nickname. */
  ownerName: z.string().nullable(),
  shows: ShownFields,
  places: z.array(SharedPlace),
  categories: z.array(Category),
});
export type SharedList = z.infer<typeof SharedList>;

const ShareParams = z.object({ shareId: z.string().min(1).max(64) });

export const listListShares = endpoint({
  method: 'GET',
  url: '/api/list-shares',
  access: 'member',
  schema: {
    summary: 'List my share links, newest first, and the owner name shown to visitors.',
    response: { 200: z.object({ shares: z.array(ListShare), ownerName: z.string().nullable() }) },
  },
  problems: [],
});

export const createListShare = endpoint({
  method: 'POST',
  url: '/api/list-shares',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Create a share link to my list or a part of it. Paid members only.',
    body: NewListShare,
    response: { 201: ListShare },
  },
  problems: ['sharing.paid_only', 'sharing.too_many_links', 'sharing.collection_not_found'],
});

export const changeListShare = endpoint({
  method: 'PATCH',
  url: '/api/list-shares/:shareId',
  access: 'member',
  schema: {
    summary: 'Update a share link: change its title or contents, pause or resume it.',
    params: ShareParams,
    body: ListShareChanges,
    response: { 200: ListShare },
  },
  problems: ['sharing.not_found', 'sharing.collection_not_found'],
});

export const revokeListShare = endpoint({
  method: 'DELETE',
  url: '/api/list-shares/:shareId',
  access: 'member',
  schema: {
    summary: 'Revoke a share link permanently. Idempotent.',
    params: ShareParams,
    response: { 200: z.object({ revoked: z.literal(true) }) },
  },
  problems: [],
});

export const getSharedList = endpoint({
  method: 'GET',
  url: '/api/shared-lists/:shareId',
  access: 'anyone',
  schema: {
    summary: 'Get a shared list, live and read-only. Supports If-None-Match.',
    params: ShareParams,
    response: { 200: SharedList },
  },
  problems: ['sharing.not_found', 'sharing.paused'],
});

/**
 * Counts a view. The screen that shows the list sends this request. Therefore robots that only read previews are not
 * counted.
 */
export const countSharedListView = endpoint({
  method: 'POST',
  url: '/api/shared-lists/:shareId/opens',
  access: 'anyone',
  schema: {
    summary: 'Count one view of a shared list. The response does not reveal whether the list exists.',
    params: ShareParams,
    response: { 202: z.object({ counted: z.literal(true) }) },
  },
  problems: [],
});

export const TakeOverResultOfShare = z.object({
  added: z.array(MyRestaurant),
  /** The places that were already in my list. */
  alreadySaved: z.array(PlaceId),
  /** The places that the shared list no longer shows. */
  notShared: z.array(PlaceId),
  listVersion: z.int(),
});
export type TakeOverResultOfShare = z.infer<typeof TakeOverResultOfShare>;

export const takeOverFromSharedList = endpoint({
  method: 'POST',
  url: '/api/shared-lists/:shareId/taken',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Take over restaurants of a shared list into my list as 방문 예정. A free member can take over several at once only if the used slots and the new places together are at most ten.',
    params: ShareParams,
    body: z.object({ restaurantIds: z.array(PlaceId).min(1).max(PICKED_MAXIMUM) }),
    response: { 201: TakeOverResultOfShare },
  },
  problems: ['sharing.not_found', 'sharing.paused', 'sharing.bulk_limit_reached'],
});

/** The shared list from which one of my places was taken over. */
export const ShareOrigin = SharedList.pick({ id: true, title: true, ownerName: true });
export type ShareOrigin = z.infer<typeof ShareOrigin>;

export const getShareOrigin = endpoint({
  method: 'GET',
  url: '/api/my-restaurants/:restaurantId/taken-from',
  access: 'member',
  schema: {
    summary:
      'Get the shared list that my restaurant was taken over from. Null if there is none or it cannot be opened now.',
    params: z.object({ restaurantId: PlaceId }),
    response: { 200: z.object({ takenFrom: ShareOrigin.nullable() }) },
  },
  problems: [],
});
