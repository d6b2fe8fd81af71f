import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { LineOfText, LinesOfText } from '#common/texts.ts';
import {
  COLLECTION_PLACES_MAXIMUM,
  CollectionFields,
  COMMENT_MAXIMUM,
  COMMENTS_MAXIMUM,
  PLACE_NOTE_MAXIMUM,
  VisitDay,
} from '#features/collections/collections.contract.ts';
import { JournalDraft } from '#features/journal/journal.contract.ts';
import { SHORTCUT_NAME_MAXIMUM, SHORTCUTS_MAXIMUM } from '#features/restaurants/filter-shortcuts.limits.ts';
import { RestaurantChanges, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { ManualPlace } from '#features/catalogue/new-place.contract.ts';

export const archiveProblems = defineProblems({
  'archive.not_found': 404,
  /** params: limit (archives in 24 hours) */
  'archive.too_many': 429,
});

/** Maximum number of archives that a member may request in 24 hours. */
export const ARCHIVES_PER_DAY = 3;
/** Number of days for which an archive can be downloaded. */
export const ARCHIVE_DAYS = 7;

/** The archive of all data of a member. Times are in milliseconds. */
export const Archive = z.object({
  id: z.uuid(),
  state: z.enum(['pending', 'ready', 'failed']),
  requestedAt: z.number(),
  /** Time at which the file is deleted. The value is null if the archive is not ready. */
  expiresAt: z.number().nullable(),
  /** Size of the file in bytes. The value is null if the archive is not ready. */
  bytes: z.number().nullable(),
  /** Number of photos that are not in the archive, because their file is missing or damaged in the storage. */
  missingPhotos: z.number(),
  /** Restaurants and journal entries of these photos, at most 20. */
  missingPhotosUsedIn: z.array(z.string()),
});
export type Archive = z.infer<typeof Archive>;

/** The latest archive of the member. `archive` is null if the member has no archive. */
export const CurrentArchive = z.object({ archive: Archive.nullable() });

export const getArchive = endpoint({
  method: 'GET',
  url: '/api/my-data/archive',
  access: 'member',
  schema: { summary: 'Get the state of my latest data archive.', response: { 200: CurrentArchive } },
  problems: [],
});

/** A filter shortcut of the device. Its filters are checked by the screen that uses them. */
const ArchivedShortcut = z.object({
  // The defaults keep the promise of the released API: no new field of a request is required.
  name: LineOfText.max(SHORTCUT_NAME_MAXIMUM).default(''),
  search: z.record(z.string().max(20), z.union([z.string().max(300), z.number()])).default({}),
});
export type ArchivedShortcut = z.infer<typeof ArchivedShortcut>;

export const requestArchive = endpoint({
  method: 'POST',
  url: '/api/my-data/archive',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Request an archive of all my data: a ZIP file with data.json, my list as CSV, and photos. A mail is sent when it is ready.',
    body: z
      .object({
        /** The filter shortcuts of this device, because only the device stores them. */
        filterShortcuts: z.array(ArchivedShortcut).max(SHORTCUTS_MAXIMUM).default([]),
      })
      .nullish(),
    response: { 201: CurrentArchive },
  },
  problems: ['archive.too_many', 'server.storage_full'],
});

export const downloadArchive = endpoint({
  method: 'GET',
  url: '/api/my-data/archive/:archiveId/file',
  access: 'member',
  schema: {
    summary: 'Download an archive of my data.',
    params: z.object({ archiveId: z.uuid() }),
    produces: ['application/zip'],
    response: { 200: z.string().meta({ format: 'binary' }) },
  },
  problems: ['archive.not_found'],
});

export const archiveFileUrl = (archiveId: string): string => `/api/my-data/archive/${archiveId}/file`;

const Time = z.iso.datetime();
/** A time that can be stored. All dates that members enter have the same lower limit. */
const StoredTime = Time.refine((time) => time >= '1900');

/** A photo of an archive: its path in the ZIP file, and its description. */
const ArchivedPhoto = z.object({ file: z.string().max(200), description: z.string() });

/** One place of `data.json`. Times are in ISO 8601. */
export const ArchivedRestaurant = z.object({
  placeId: z.string().max(300),
  name: z.string(),
  address: z.string(),
  neighbourhood: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string(),
  category: z.string(),
  /** The member's own choice of category; null if there is none. */
  categoryId: z.string().nullable(),
  status: RestaurantStatus,
  rating: z.number().nullable(),
  review: z.string(),
  tags: z.array(z.string()),
  sourceKind: z.string().nullable(),
  sourceMemo: z.string(),
  savedAt: Time,
  visitedAt: Time.nullable(),
  isShared: z.boolean(),
  isAnonymous: z.boolean(),
  photos: z.array(ArchivedPhoto),
});
export type ArchivedRestaurant = z.infer<typeof ArchivedRestaurant>;

/** One journal entry of `data.json`. */
export const ArchivedEntry = z.object({
  id: z.uuid(),
  placeId: z.string().max(300).nullable(),
  restaurantName: z.string(),
  /** A day in the form `2026-11-23`. */
  visitDate: z.iso.date(),
  /** A time in the form `18:40`; null if the entry has no time. */
  visitTime: z.string().nullable(),
  text: z.string(),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
  /** In won. It is absent in archives of earlier versions. */
  amountWon: z.int().nullable().default(null),
  createdAt: Time,
  updatedAt: Time,
  photos: z.array(ArchivedPhoto),
});
export type ArchivedEntry = z.infer<typeof ArchivedEntry>;

/**
 * A place of an archived collection, with what the member wrote about it. Texts of other members are not in the
 * archive.
 */
const ArchivedCollectionPlace = z.object({
  placeId: z.string().max(300),
  /**
   * The facts of the place. An installation that does not know the id of the place restores the place from these facts.
   * They are empty in archives of earlier versions, and for a place that the member may not see.
   */
  name: LineOfText.default(''),
  address: LineOfText.default(''),
  coordinates: Coordinates.nullable().default(null),
  phoneNumber: z.string().default(''),
  note: LinesOfText.max(PLACE_NOTE_MAXIMUM),
  /** `wants`, `visitedOn` and `comments` are absent in archives of earlier versions. */
  wants: z.boolean().default(false),
  visitedOn: VisitDay.nullable().default(null),
  comments: z
    .array(
      z.object({
        text: LinesOfText.min(1).max(COMMENT_MAXIMUM),
        createdAt: StoredTime,
      }),
    )
    .max(COMMENTS_MAXIMUM)
    .default([]),
});

/** One collection of `data.json`, with its places in order. */
export const ArchivedCollection = CollectionFields.extend({
  createdAt: StoredTime,
  places: z.array(ArchivedCollectionPlace).max(COLLECTION_PLACES_MAXIMUM),
});
export type ArchivedCollection = z.infer<typeof ArchivedCollection>;

/**
 * The fields of `data.json` that a restore reads. The file also contains all other data that the product stores about
 * the member.
 */
export const ArchiveDocument = z.object({
  format: z.literal('momokzi-archive'),
  version: z.literal(1),
  exportedAt: Time,
  restaurants: z.array(z.unknown()),
  journal: z.array(z.unknown()),
  /** This field is absent in archives of earlier versions. */
  collections: z.array(z.unknown()).default([]),
  /** This field is absent in archives of earlier versions. */
  filterShortcuts: z.array(z.unknown()).default([]),
});

/**
 * Maximum numbers of places and of journal entries in one restore request. The photos of these rows are uploaded before
 * the request, and a member may have at most 40 unused photos.
 */
export const RESTORED_PLACES_MAXIMUM = 20;
export const RESTORED_ENTRIES_MAXIMUM = 4;
/**
 * Maximum number of collections in one restore request. One collection with long texts can nearly reach the maximum
 * size of a request.
 */
export const RESTORED_COLLECTIONS_MAXIMUM = 1;

/** A place to restore, with its dates. The photos of the place are already uploaded. */
export const RestoredRestaurant = RestaurantChanges.extend({
  placeId: z.string().max(300),
  place: ManualPlace,
  status: RestaurantStatus,
  savedAt: StoredTime,
  visitedAt: StoredTime.nullable(),
});

const RestoredRow = z.object({
  outcome: z.enum(['added', 'already_there', 'failed']),
  /** The code of the problem if the row failed; otherwise null. */
  code: z.string().nullable(),
  /** Id of the place, entry or collection, which may differ from the id in the archive; null if the row failed. */
  id: z.string().nullable(),
});

/** The outcome of each row, in the order of the request. */
const Restored = z.object({ rows: z.array(RestoredRow) });
export type Restored = z.infer<typeof Restored>;

const RestoredCollections = z.object({
  rows: z.array(
    RestoredRow.extend({
      /** The names of the places that were left out. A name is '' if the archive does not contain it. */
      missingPlaces: z.array(z.string()),
    }),
  ),
});
export type RestoredCollections = z.infer<typeof RestoredCollections>;

export const restoreRestaurants = endpoint({
  method: 'POST',
  url: '/api/my-data/restaurants',
  access: 'member',
  schema: {
    summary:
      'Restore places from an archive with their dates. Places already in my list are unchanged, so the request can be repeated. A row that cannot be restored does not affect the others.',
    body: z.object({ restaurants: z.array(RestoredRestaurant).min(1).max(RESTORED_PLACES_MAXIMUM) }),
    response: { 200: Restored },
  },
  problems: [],
});

/** An entry to restore, with its dates. The photos of the entry are already uploaded. */
export const RestoredEntry = JournalDraft.extend({ id: z.uuid(), createdAt: StoredTime });

export const restoreEntries = endpoint({
  method: 'POST',
  url: '/api/my-data/journal',
  access: 'member',
  schema: {
    summary:
      'Restore journal entries from an archive with their dates. Entries already in my journal are unchanged, so the request can be repeated.',
    body: z.object({ entries: z.array(RestoredEntry).min(1).max(RESTORED_ENTRIES_MAXIMUM) }),
    response: { 200: Restored },
  },
  problems: [],
});

export const restoreCollections = endpoint({
  method: 'POST',
  url: '/api/my-data/collections',
  access: 'member',
  schema: {
    summary:
      'Restore collections from an archive, with their dates, their places, and my reactions and comments. A place that this installation does not know is added by its name and address; a place without name and address is left out and reported. A collection that exists already (same creation time) is unchanged, so the request can be repeated.',
    body: z.object({ collections: z.array(ArchivedCollection).min(1).max(RESTORED_COLLECTIONS_MAXIMUM) }),
    response: { 200: RestoredCollections },
  },
  problems: [],
});

export const findRestored = endpoint({
  method: 'POST',
  url: '/api/my-data/restored',
  access: 'member',
  schema: {
    summary:
      'Find which places and journal entries of an archive I already have, before photos are uploaded.',
    body: z.object({
      restaurants: z
        .array(
          z.object({
            placeId: z.string().max(300),
            name: LineOfText.max(200),
            address: LineOfText.max(300),
          }),
        )
        .max(1000),
      entryIds: z.array(z.uuid()).max(1000),
    }),
    response: {
      200: z.object({
        /** The id of the saved place for each requested place; null if the place is not in the member's list. */
        restaurantIds: z.array(z.string().nullable()),
        /** The ids of the requested entries that are in the member's journal. */
        entryIds: z.array(z.uuid()),
      }),
    },
  },
  problems: [],
});
