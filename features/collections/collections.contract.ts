import { z } from 'zod';
import { LineOfText, LinesOfText } from '#common/texts.ts';
import { Coordinates } from '#common/coordinates.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

export const COLLECTION_NAME_MAXIMUM = 40;
export const COLLECTION_NOTE_MAXIMUM = 300;
export const PLACE_NOTE_MAXIMUM = 100;
export const COLLECTION_PLACES_MAXIMUM = 500;

export const collectionsProblems = defineProblems({
  /**
   * The collection is unknown or deleted, or it belongs to another member. The response does not reveal which of these
   * is the case.
   */
  'collections.not_found': 404,
  /** The member has reached the limit of collections. The screen opens the upgrade dialog. params: limit */
  'collections.limit_reached': 409,
  /** The collection contains the maximum number of places. params: limit */
  'collections.full': 409,
  /**
   * The place is unknown or is not in the collection. The code is also used if the removal of the place can no longer
   * be undone.
   */
  'collections.place_not_found': 404,
  'collections.not_allowed': 403,
  /** The members can only read the collection, because the membership of the owner has ended. */
  'collections.read_only': 403,
  /** The request needs a paid owner. Only a paid owner can invite members. */
  'collections.paid_only': 403,
  /** The collection has the maximum number of members. params: limit */
  'collections.too_many_members': 409,
  'collections.invite_not_found': 404,
  'collections.member_not_found': 404,
  'collections.new_owner_not_paid': 409,
  /** The place has the maximum number of comments. params: limit */
  'collections.too_many_comments': 409,
});

export const COMMENT_MAXIMUM = 300;
export const COMMENTS_MAXIMUM = 100;

export const CollectionRole = z.enum(['owner', 'editor', 'reader']);
export type CollectionRole = z.infer<typeof CollectionRole>;

export const JoinedRole = CollectionRole.exclude(['owner']);
export type JoinedRole = z.infer<typeof JoinedRole>;

export const COLLECTION_COLOURS = ['pink', 'cyan', 'yellow', 'green', 'ink'] as const;
export const CollectionColour = z.enum(COLLECTION_COLOURS);
export type CollectionColour = z.infer<typeof CollectionColour>;

export const COLLECTION_ICONS = [
  'utensils',
  'soup',
  'beef',
  'fish',
  'coffee',
  'cake',
  'beer',
  'heart',
  'users',
  'briefcase',
  'plane',
  'star',
] as const;
export const CollectionIcon = z.enum(COLLECTION_ICONS);
export type CollectionIcon = z.infer<typeof CollectionIcon>;

/** The sort orders of a collection. `manual` is the order that the members of the collection have set. */
export const COLLECTION_SORTS = ['manual', 'recent', 'distance', 'rating', 'name'] as const;
export const CollectionSort = z.enum(COLLECTION_SORTS);
export type CollectionSort = z.infer<typeof CollectionSort>;

export const CollectionId = z.string().min(1).max(64);
/** The day of a visit. The lower limit excludes days that PostgreSQL cannot store, such as days of the year 0. */
export const VisitDay = z.iso.date().refine((day) => day >= '1900-01-01');

const PlaceNote = LinesOfText.max(PLACE_NOTE_MAXIMUM);
const RestaurantIds = z
  .array(PlaceId)
  .max(COLLECTION_PLACES_MAXIMUM)
  .overwrite((ids) => [...new Set(ids)]);

export const CollectionFields = z.object({
  name: LineOfText.min(1, 'collections.name_missing').max(COLLECTION_NAME_MAXIMUM),
  note: LinesOfText.max(COLLECTION_NOTE_MAXIMUM),
  colour: CollectionColour,
  icon: CollectionIcon,
  sort: CollectionSort,
});
export type CollectionFields = z.infer<typeof CollectionFields>;

export const NewCollection = CollectionFields.extend({
  note: CollectionFields.shape.note.default(''),
  sort: CollectionSort.default('manual'),
  restaurantIds: RestaurantIds.default([]),
});
export type NewCollection = z.input<typeof NewCollection>;

export const CollectionChanges = CollectionFields.partial();
export type CollectionChanges = z.infer<typeof CollectionChanges>;

/** A collection without the details of its places. Times are in milliseconds. */
export const CollectionSummary = CollectionFields.extend({
  id: z.string(),
  version: z.int(),
  createdAt: z.number(),
  /** The ids of the places, in the collection's own order. */
  restaurantIds: z.array(z.string()),
  role: CollectionRole,
  /** Number of members without the owner. */
  memberCount: z.int(),
  isReadOnly: z.boolean(),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;

/** The member's own collections and the collections that the member has joined. The newest collection comes first. */
export const MyCollections = z.object({ collections: z.array(CollectionSummary) });
export type MyCollections = z.infer<typeof MyCollections>;

/** A place of a collection. It contains no data of the members' own lists. Times are in milliseconds. */
export const CollectionPlace = MyRestaurant.pick({
  id: true,
  name: true,
  address: true,
  neighbourhood: true,
  coordinates: true,
  phoneNumber: true,
  categoryId: true,
  isManual: true,
  isExample: true,
  businessStatus: true,
  closedOn: true,
  openingSpans: true,
  hasParking: true,
  firstAddedToPublicAt: true,
}).extend({
  /** Places are in ascending order of this number. Places with equal positions are ordered by id. */
  position: z.number(),
  note: z.string(),
  addedAt: z.number(),
  /** The key of the person who added the place; null if the account of this person is deleted. */
  addedBy: z.string().nullable(),
  /** The keys of the members who want to visit the place. */
  wants: z.array(z.string()),
  /** The visits of members. `by` is the key of the member. `on` is the day, such as `2026-11-12`. */
  visits: z.array(z.object({ by: z.string(), on: z.iso.date() })),
  /** The comments on the place. The oldest comment comes first. */
  comments: z.array(z.object({ id: z.uuid(), by: z.string(), text: z.string(), createdAt: z.number() })),
});
export type CollectionPlace = z.infer<typeof CollectionPlace>;

/**
 * A current member, or a former member whose places or comments stay in the collection. The key of a person is valid
 * only in this collection.
 */
export const CollectionPerson = z.object({
  key: z.string(),
  name: z.string().nullable(),
  /** The role of the person; null if the person has left the collection. */
  role: CollectionRole.nullable(),
});
export type CollectionPerson = z.infer<typeof CollectionPerson>;

/** A collection with its people and places. The places are in the collection's own order. */
export const Collection = CollectionFields.extend({
  id: z.string(),
  version: z.int(),
  /** The key of the requesting member in `people`. */
  me: z.string(),
  role: CollectionRole,
  isReadOnly: z.boolean(),
  /** The owner comes first. The members follow in the order in which they joined. */
  people: z.array(CollectionPerson),
  places: z.array(CollectionPlace),
});
export type Collection = z.infer<typeof Collection>;

export const CollectionUpdate = Collection.extend({
  places: z.array(CollectionPlace),
  removed: z.array(z.string()),
  /**
   * Number of all places of the collection. If a client counts a different number, it must read the whole collection.
   */
  count: z.int(),
});
export type CollectionUpdate = z.infer<typeof CollectionUpdate>;

/** The data of the event `update`. `update` contains the changes since the version `since`. */
export type PushedUpdate = { since: number; update: CollectionUpdate };

/** The response to a write of places. If a place is no longer in the collection, it is not in `places`. */
export const PlacesWritten = z.object({
  version: z.int(),
  places: z.array(CollectionPlace),
  order: z.array(z.string()),
});
export type PlacesWritten = z.infer<typeof PlacesWritten>;

export const CollectionInvite = z.object({ id: z.string(), role: JoinedRole });
export type CollectionInvite = z.infer<typeof CollectionInvite>;

export const InvitePreview = CollectionFields.pick({ name: true, colour: true, icon: true }).extend({
  ownerName: z.string().nullable(),
  role: JoinedRole,
  placeCount: z.int(),
  /** The first places of the catalogue in the collection, without anything that a member wrote. */
  places: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      neighbourhood: z.string(),
      categoryId: z.string().nullable(),
      coordinates: Coordinates.nullable(),
    }),
  ),
  memberCount: z.int(),
  /** The id of the collection if the requesting member belongs to it; otherwise null. */
  collectionId: z.string().nullable(),
});
export type InvitePreview = z.infer<typeof InvitePreview>;

const CollectionParams = z.object({ collectionId: CollectionId });
const CollectionPlaceParams = CollectionParams.extend({ restaurantId: PlaceId });

export const listCollections = endpoint({
  method: 'GET',
  url: '/api/collections',
  access: 'member',
  schema: {
    summary: 'List my collections with the ids of their places. Supports If-None-Match.',
    response: { 200: MyCollections },
  },
  problems: [],
});

export const createCollection = endpoint({
  method: 'POST',
  url: '/api/collections',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Create a collection. A free member may have three.',
    body: NewCollection,
    response: { 201: Collection },
  },
  problems: ['collections.limit_reached', 'collections.place_not_found'],
});

export const getCollection = endpoint({
  method: 'GET',
  url: '/api/collections/:collectionId',
  access: 'member',
  schema: {
    summary: 'Get a collection with its places. Supports If-None-Match.',
    params: CollectionParams,
    response: { 200: Collection },
  },
  problems: ['collections.not_found'],
});

export const getCollectionUpdate = endpoint({
  method: 'GET',
  url: '/api/collections/:collectionId/since/:version',
  access: 'member',
  schema: {
    summary: 'Get what has changed in a collection since a version of it. Supports If-None-Match.',
    params: CollectionParams.extend({ version: z.coerce.number().int().min(0) }),
    response: { 200: CollectionUpdate },
  },
  problems: ['collections.not_found'],
});

export const followCollection = endpoint({
  method: 'GET',
  url: '/api/collections/:collectionId/changes',
  access: 'member',
  schema: {
    summary:
      'Follow a collection by server-sent events. Each event without a name is the version of the collection; the first one is sent at once. If a change is small, an event `update` comes before the new version: its field `since` is the previous version, and its field `update` is what has changed since that version. The event `votes` contains the votes of the collection; it is sent at the start and after each change of a vote. API tokens are refused.',
    params: CollectionParams,
    produces: ['text/event-stream'],
    response: { 200: z.string() },
  },
  problems: ['collections.not_found', 'account.token_refused', 'request.too_many'],
});

export const changeCollection = endpoint({
  method: 'PATCH',
  url: '/api/collections/:collectionId',
  access: 'member',
  schema: {
    summary: 'Update the name, note, colour, icon or order of a collection.',
    params: CollectionParams,
    body: CollectionChanges,
    response: { 200: CollectionFields.extend({ id: z.string(), version: z.int() }) },
  },
  problems: ['collections.not_found', 'collections.not_allowed', 'collections.read_only'],
});

export const deleteCollection = endpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId',
  access: 'member',
  schema: {
    summary: 'Delete a collection. Can be restored for one day. Idempotent.',
    params: CollectionParams,
    response: { 200: z.object({ deleted: z.literal(true) }) },
  },
  problems: ['collections.not_found', 'collections.not_allowed'],
});

export const restoreCollection = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/restore',
  access: 'member',
  schema: {
    summary: 'Restore a collection deleted within the last day. Idempotent.',
    params: CollectionParams,
    response: { 200: Collection },
  },
  problems: ['collections.not_found', 'collections.not_allowed', 'collections.limit_reached'],
});

export const addToCollection = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/places',
  access: 'member',
  schema: {
    summary:
      'Add places to the end of a collection. After an error, none of them is added. Places that the collection already contains do not change, so the request can be repeated.',
    params: CollectionParams,
    body: z.object({ restaurantIds: RestaurantIds.min(1) }),
    response: { 200: PlacesWritten },
  },
  problems: [
    'collections.not_found',
    'collections.full',
    'collections.place_not_found',
    'collections.not_allowed',
    'collections.read_only',
  ],
});

export const CollectionPlaceChanges = z.object({
  note: PlaceNote.optional(),
  /** The id of the place before the new position. If it is null, this place is moved to the start. */
  after: PlaceId.nullable().optional(),
});
export type CollectionPlaceChanges = z.infer<typeof CollectionPlaceChanges>;

export const changeCollectionPlace = endpoint({
  method: 'PATCH',
  url: '/api/collections/:collectionId/places/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Update the note of a place in a collection, or move the place.',
    params: CollectionPlaceParams,
    body: CollectionPlaceChanges,
    response: { 200: PlacesWritten },
  },
  problems: [
    'collections.not_found',
    'collections.place_not_found',
    'collections.not_allowed',
    'collections.read_only',
  ],
});

export const removeFromCollection = endpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId/places/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Remove a place from a collection. Can be restored for one day. Idempotent.',
    params: CollectionPlaceParams,
    response: { 200: PlacesWritten },
  },
  problems: ['collections.not_found', 'collections.not_allowed', 'collections.read_only'],
});

export const restoreToCollection = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/places/:restaurantId/restore',
  access: 'member',
  schema: {
    summary: 'Restore a place removed from a collection within the last day. Idempotent.',
    params: CollectionPlaceParams,
    response: { 200: PlacesWritten },
  },
  problems: [
    'collections.not_found',
    'collections.full',
    'collections.place_not_found',
    'collections.not_allowed',
    'collections.read_only',
  ],
});

export const PlaceReaction = z.object({
  /** 가고 싶어요: whether the member wants to visit the place. */
  wants: z.boolean().optional(),
  /** 다녀옴: the day of the visit, such as `2026-11-12`; null if the member has not visited the place. */
  visitedOn: VisitDay.nullable().optional(),
});
export type PlaceReaction = z.infer<typeof PlaceReaction>;

const WRITE_PROBLEMS = ['collections.not_found', 'collections.place_not_found', 'collections.read_only'];

export const reactToPlace = endpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/places/:restaurantId/reaction',
  access: 'member',
  schema: {
    summary: 'Set whether I want to go to a place of a collection, and when I was there.',
    params: CollectionPlaceParams,
    body: PlaceReaction,
    response: { 200: PlacesWritten },
  },
  problems: WRITE_PROBLEMS,
});

export const NewComment = z.object({
  text: LinesOfText.min(1, 'collections.comment_missing').max(COMMENT_MAXIMUM),
});

export const addComment = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/places/:restaurantId/comments',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Comment on a place of a collection.',
    params: CollectionPlaceParams,
    body: NewComment,
    response: { 201: PlacesWritten },
  },
  problems: [...WRITE_PROBLEMS, 'collections.too_many_comments'],
});

export const deleteComment = endpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId/places/:restaurantId/comments/:commentId',
  access: 'member',
  schema: {
    summary: 'Delete my comment, or as the owner any comment. Idempotent.',
    params: CollectionPlaceParams.extend({ commentId: z.uuid() }),
    response: { 200: PlacesWritten },
  },
  problems: [...WRITE_PROBLEMS, 'collections.not_allowed'],
});

const OWNER_PROBLEMS = ['collections.not_found', 'collections.not_allowed'];

export const getCollectionInvite = endpoint({
  method: 'GET',
  url: '/api/collections/:collectionId/invite',
  access: 'member',
  schema: {
    summary: 'Get the link to join my collection. Null if there is none.',
    params: CollectionParams,
    response: { 200: z.object({ invite: CollectionInvite.nullable() }) },
  },
  problems: OWNER_PROBLEMS,
});

export const putCollectionInvite = endpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/invite',
  access: 'member',
  schema: {
    summary: 'Create the link to join my collection, or change the role that it gives. Paid owners only.',
    params: CollectionParams,
    body: z.object({ role: JoinedRole }),
    response: { 200: z.object({ invite: CollectionInvite }) },
  },
  problems: [...OWNER_PROBLEMS, 'collections.paid_only'],
});

export const revokeCollectionInvite = endpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId/invite',
  access: 'member',
  schema: {
    summary: 'Revoke the link to join my collection. Members stay. Idempotent.',
    params: CollectionParams,
    response: { 200: z.object({ revoked: z.literal(true) }) },
  },
  problems: OWNER_PROBLEMS,
});

const InviteParams = z.object({ inviteId: z.string().min(1).max(64) });

export const previewInvite = endpoint({
  method: 'GET',
  url: '/api/collection-invites/:inviteId',
  access: 'anyone',
  schema: {
    summary: 'Get a preview of the collection that an invite link leads to. Needs no account.',
    params: InviteParams,
    response: { 200: InvitePreview },
  },
  problems: ['collections.invite_not_found', 'request.too_many'],
});

export const joinCollection = endpoint({
  method: 'POST',
  url: '/api/collection-invites/:inviteId/members',
  access: 'member',
  schema: {
    summary: 'Join a collection by its link. Idempotent.',
    params: InviteParams,
    response: { 200: z.object({ collectionId: z.string() }) },
  },
  problems: ['collections.invite_not_found', 'collections.read_only', 'collections.too_many_members'],
});

const MemberParams = CollectionParams.extend({ memberKey: z.string().min(1).max(64) });

export const changeCollectionMember = endpoint({
  method: 'PATCH',
  url: '/api/collections/:collectionId/members/:memberKey',
  access: 'member',
  schema: {
    summary: 'Change the role of a member of my collection.',
    params: MemberParams,
    body: z.object({ role: JoinedRole }),
    response: { 200: Collection },
  },
  problems: [...OWNER_PROBLEMS, 'collections.member_not_found'],
});

export const removeCollectionMember = endpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId/members/:memberKey',
  access: 'member',
  schema: {
    summary:
      'Remove a member from my collection, or leave a collection. Places and comments stay. Idempotent.',
    params: MemberParams,
    response: { 200: z.object({ removed: z.literal(true) }) },
  },
  problems: OWNER_PROBLEMS,
});

export const transferCollection = endpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/owner',
  access: 'member',
  schema: {
    summary: 'Make a paid member the owner of my collection. I become an editor. Idempotent.',
    params: CollectionParams,
    body: z.object({ memberKey: z.string().min(1).max(64) }),
    response: { 200: Collection },
  },
  problems: [...OWNER_PROBLEMS, 'collections.member_not_found', 'collections.new_owner_not_paid'],
});
