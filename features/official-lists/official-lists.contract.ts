import { z } from 'zod';
import { Coordinates } from '#common/coordinates.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { LineOfText } from '#common/texts.ts';
import { SOURCE_MEMO_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { OFFICIAL_LISTS } from './official-lists.limits.ts';
import { NearPoint, PlaceId } from '#features/places/places.contract.ts';

export const officialListsProblems = defineProblems({
  'official.entry_not_found': 404,
  'official.place_not_found': 404,
});

export const OfficialList = z.enum(OFFICIAL_LISTS);
export type OfficialList = z.infer<typeof OfficialList>;

/** A dish with its price in won. */
const Menu = z.object({ name: z.string(), price: z.int().min(0) });

export const OfficialBadge = z.object({
  placeId: z.string(),
  list: OfficialList,
  /** The year of the edition of the list. */
  year: z.int(),
  menus: z.array(Menu),
});
export type OfficialBadge = z.infer<typeof OfficialBadge>;

const Badges = z.object({ badges: z.array(OfficialBadge) });

/** Maximum number of places of one request. */
export const BADGE_PLACES_MAXIMUM = 30;

export const listOfficialBadges = endpoint({
  method: 'GET',
  url: '/api/official-lists/badges',
  access: 'member',
  schema: {
    summary: 'List the official lists that contain these places.',
    querystring: z.object({
      placeIds: z
        .string()
        .transform((ids) => ids.split(','))
        .pipe(z.array(PlaceId).min(1).max(BADGE_PLACES_MAXIMUM)),
    }),
    response: { 200: Badges },
  },
  problems: [],
});

export const listMyOfficialBadges = endpoint({
  method: 'GET',
  url: '/api/official-lists/my-badges',
  access: 'member',
  schema: {
    summary: 'List the official lists that contain places of my list or collections, or provided places.',
    response: { 200: Badges },
  },
  problems: [],
});

const count = z.int().min(0);

/** The official lists that have places, with the year of their edition. */
export const listOfficialLists = endpoint({
  method: 'GET',
  url: '/api/official-lists',
  access: 'member',
  schema: {
    summary: 'List the official lists and the number of their places that are known.',
    response: {
      200: z.object({ lists: z.array(z.object({ list: OfficialList, year: z.int(), places: count })) }),
    },
  },
  problems: [],
});

const ListParams = z.object({ list: OfficialList });
/** A province and a district by their full names, such as 경기도 and 수원시 팔달구. */
const Region = z.object({
  province: LineOfText.max(40).optional(),
  district: LineOfText.max(40).optional(),
});
export type Region = z.infer<typeof Region>;

export const OfficialRegion = z.object({ province: z.string(), district: z.string(), places: count });
export type OfficialRegion = z.infer<typeof OfficialRegion>;

export const listOfficialRegions = endpoint({
  method: 'GET',
  url: '/api/official-lists/:list/regions',
  access: 'member',
  schema: {
    summary: 'List the districts that have places of an official list.',
    params: ListParams,
    response: { 200: z.object({ regions: z.array(OfficialRegion) }) },
  },
  problems: [],
});

export const OfficialPlace = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  categoryId: z.string().nullable(),
  coordinates: Coordinates.nullable(),
  menus: z.array(Menu),
});
export type OfficialPlace = z.infer<typeof OfficialPlace>;

export const OFFICIAL_PLACES_AT_ONCE = 30;
const OFFSET_MAXIMUM = 100_000;

export const listOfficialPlaces = endpoint({
  method: 'GET',
  url: '/api/official-lists/:list/places',
  access: 'member',
  schema: {
    summary: 'List places of an official list, nearest to the point first, at most 30.',
    params: ListParams,
    querystring: NearPoint.extend({
      ...Region.shape,
      offset: z.coerce.number().int().min(0).max(OFFSET_MAXIMUM).default(0),
    }),
    response: {
      200: z.object({ places: z.array(OfficialPlace), total: count, year: z.int().nullable() }),
    },
  },
  problems: [],
});

const ProvidedCounts = z.object({
  /** Places of the list in the region. */
  places: count,
  /** Places that are provided, by this action or otherwise. */
  provided: count,
  /** Places that this action has provided. Only these are withdrawn. */
  providedHere: count,
});
export type ProvidedCounts = z.infer<typeof ProvidedCounts>;

export const countOfficialProvided = endpoint({
  method: 'GET',
  url: '/api/admin/official-lists/:list/provided',
  access: 'admin',
  schema: {
    summary: 'Count the places of an official list in a region, and the provided ones.',
    params: ListParams,
    querystring: Region,
    response: { 200: ProvidedCounts },
  },
  problems: [],
});

/** Number of places of one request. The client repeats the request until none is left. */
export const PROVIDED_AT_ONCE = 100;

export const provideOfficial = endpoint({
  method: 'POST',
  url: '/api/admin/official-lists/:list/provide',
  access: 'admin',
  schema: {
    summary:
      'Provide the next places of an official list in a region, at most 100. Repeat until the response has left = 0.',
    params: ListParams,
    body: Region.extend({ memo: LineOfText.max(SOURCE_MEMO_MAXIMUM) }),
    response: { 200: z.object({ done: count, left: count }) },
  },
  problems: [],
});

export const withdrawOfficial = endpoint({
  method: 'POST',
  url: '/api/admin/official-lists/:list/withdraw',
  access: 'admin',
  schema: {
    summary:
      'Stop providing the next places that were provided from an official list, at most 100. Repeat until left = 0.',
    params: ListParams,
    body: Region,
    response: { 200: z.object({ done: count, left: count }) },
  },
  problems: [],
});

export const getUnmatchedEntries = endpoint({
  method: 'GET',
  url: '/api/admin/official-lists/:list/unmatched',
  access: 'admin',
  schema: {
    summary: 'Download the entries of an official list whose place is not known, with the reason, as CSV.',
    params: ListParams,
    produces: ['text/csv'],
    response: { 200: z.string() },
  },
  problems: [],
});

export const OfficialListState = z.object({
  list: OfficialList,
  /** Number of rows of the last file; null if none was imported. */
  rows: count.nullable(),
  refreshedAt: z.number().nullable(),
  /** Entries whose place is known. */
  matched: count,
  /** Entries that wait for a decision of the admin. */
  toCheck: count,
  /** Entries without a possible place. */
  unmatched: count,
  /** Entries that have left the list. */
  left: count,
});
export type OfficialListState = z.infer<typeof OfficialListState>;

const PlaceOfRegister = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  phoneNumber: z.string().nullable(),
});

/** An entry whose place is uncertain, with the places that it may mean. */
export const EntryToCheck = z.object({
  id: z.int(),
  list: OfficialList,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  candidates: z.array(PlaceOfRegister),
});
export type EntryToCheck = z.infer<typeof EntryToCheck>;

export const getOfficialLists = endpoint({
  method: 'GET',
  url: '/api/admin/official-lists',
  access: 'admin',
  schema: {
    summary: 'Get the state of the official lists, and the first entries to check.',
    response: {
      200: z.object({ lists: z.array(OfficialListState), toCheck: z.array(EntryToCheck) }),
    },
  },
  problems: [],
});

export const decideEntry = endpoint({
  method: 'POST',
  url: '/api/admin/official-lists/entries/:entryId/decision',
  access: 'admin',
  schema: {
    summary: 'Decide which place an entry of an official list means. Null: none of the candidates.',
    params: z.object({ entryId: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: z.object({ placeId: PlaceId.nullable() }),
    response: { 200: z.object({ id: z.int() }) },
  },
  problems: ['official.entry_not_found', 'official.place_not_found'],
});
