import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

export const COLLECTION_NAME_MAXIMUM = 40;
export const COLLECTION_NOTE_MAXIMUM = 300;
export const PLACE_NOTE_MAXIMUM = 100;
/** Maximum number of places of one collection. */
export const COLLECTION_PLACES_MAXIMUM = 500;

export const collectionsProblems = defineProblems({
  /** Unknown, deleted, or another member's: indistinguishable on purpose. */
  'collections.not_found': 404,
  /** A free member has reached the limit; opens the upgrade dialog. params: limit */
  'collections.limit_reached': 409,
  /** The collection would have too many places. params: limit */
  'collections.full': 409,
  /** The place is not in the collection, or its removal can no longer be undone. */
  'collections.place_not_found': 404,
});

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

/** The default order of the places on screen; `manual`: as its members arranged them. */
export const COLLECTION_SORTS = ['manual', 'recent', 'distance', 'rating', 'name'] as const;
export const CollectionSort = z.enum(COLLECTION_SORTS);
export type CollectionSort = z.infer<typeof CollectionSort>;

const CollectionId = z.string().min(1).max(64);
const PlaceNote = z.string().trim().max(PLACE_NOTE_MAXIMUM);
const RestaurantIds = z
  .array(PlaceId)
  .max(COLLECTION_PLACES_MAXIMUM)
  .overwrite((ids) => [...new Set(ids)]);

/** The fields of a collection that its form sets. */
export const CollectionFields = z.object({
  name: z.string().trim().min(1, 'collections.name_missing').max(COLLECTION_NAME_MAXIMUM),
  note: z.string().trim().max(COLLECTION_NOTE_MAXIMUM),
  colour: CollectionColour,
  icon: CollectionIcon,
  sort: CollectionSort,
});
export type CollectionFields = z.infer<typeof CollectionFields>;

export const NewCollection = CollectionFields.extend({
  note: CollectionFields.shape.note.default(''),
  sort: CollectionSort.default('manual'),
  /** The first places, in order. */
  restaurantIds: RestaurantIds.default([]),
});
export type NewCollection = z.input<typeof NewCollection>;

/** Absent fields are unchanged. */
export const CollectionChanges = CollectionFields.partial();
export type CollectionChanges = z.infer<typeof CollectionChanges>;

/** A collection in the list of collections. Times in milliseconds. */
export const CollectionSummary = CollectionFields.extend({
  id: z.string(),
  version: z.int(),
  createdAt: z.number(),
  /** In the collection's own order. */
  restaurantIds: z.array(z.string()),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;

/** Newest first. */
export const MyCollections = z.object({ collections: z.array(CollectionSummary) });
export type MyCollections = z.infer<typeof MyCollections>;

/**
 * A place of a collection: the facts of the catalogue, and the collection's own line. What a member has noted about it
 * in their own list is not part of it. Times in milliseconds.
 */
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
  openingSpans: true,
  hasParking: true,
  firstAddedToPublicAt: true,
}).extend({
  note: z.string(),
  addedAt: z.number(),
});
export type CollectionPlace = z.infer<typeof CollectionPlace>;

/** A collection as one versioned document; the places in their own order. */
export const Collection = CollectionFields.extend({
  id: z.string(),
  version: z.int(),
  places: z.array(CollectionPlace),
});
export type Collection = z.infer<typeof Collection>;

/**
 * Response of a write of places: their state after the write, and the collection's new version. A place that is not in
 * the collection any more is not in `places`.
 */
export const PlacesWritten = z.object({
  version: z.int(),
  places: z.array(CollectionPlace),
  /** The collection's order after the write. */
  order: z.array(z.string()),
});
export type PlacesWritten = z.infer<typeof PlacesWritten>;

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
  problems: ['collections.not_found'],
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
  problems: ['collections.not_found'],
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
  problems: ['collections.not_found', 'collections.limit_reached'],
});

export const addToCollection = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/places',
  access: 'member',
  schema: {
    summary:
      'Add places to a collection, at its end. Places already in it are unchanged, so it can be repeated. All or none.',
    params: CollectionParams,
    body: z.object({ restaurantIds: RestaurantIds.min(1) }),
    response: { 200: PlacesWritten },
  },
  problems: ['collections.not_found', 'collections.full', 'collections.place_not_found'],
});

/** Absent fields are unchanged. */
export const CollectionPlaceChanges = z.object({
  note: PlaceNote.optional(),
  /** Moves the place after this one; null: to the start. */
  after: PlaceId.nullable().optional(),
});
export type CollectionPlaceChanges = z.infer<typeof CollectionPlaceChanges>;

export const changeCollectionPlace = endpoint({
  method: 'PATCH',
  url: '/api/collections/:collectionId/places/:restaurantId',
  access: 'member',
  schema: {
    summary: 'Update the line of a place in a collection, or move it.',
    params: CollectionPlaceParams,
    body: CollectionPlaceChanges,
    response: { 200: PlacesWritten },
  },
  problems: ['collections.not_found', 'collections.place_not_found'],
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
  problems: ['collections.not_found'],
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
  problems: ['collections.not_found', 'collections.full', 'collections.place_not_found'],
});
