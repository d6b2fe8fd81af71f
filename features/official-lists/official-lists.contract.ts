import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId } from '#features/places/places.contract.ts';

export const officialListsProblems = defineProblems({
  'official.entry_not_found': 404,
  'official.place_not_found': 404,
});

/** 착한가격업소, 모범음식점, 관광식당 and 백년가게. */
export const OFFICIAL_LISTS = ['good_price', 'excellent', 'tourist', 'century'] as const;
export const OfficialList = z.enum(OFFICIAL_LISTS);
export type OfficialList = z.infer<typeof OfficialList>;

/** A dish with its price in won. */
const Menu = z.object({ name: z.string(), price: z.int().min(0) });

/** The entry of a place in an official list. */
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
    summary: 'List the official lists that contain places of my list.',
    response: { 200: Badges },
  },
  problems: [],
});

const count = z.int().min(0);

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
