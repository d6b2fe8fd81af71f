import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/geo.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import {
  HandEnteredPlace,
  NewRestaurant,
  SOURCE_MEMO_MAXIMUM,
  TAG_MAXIMUM,
  TAGS_MAXIMUM,
} from '#features/restaurants/restaurants.contract.ts';
import { Category, CategoryId } from './catalogue.contract.ts';
import { ProvidedSource, ProvidedSourceKind } from './provided.contract.ts';

/*
 * What the admin does with the catalogue. Other problems are told field by field: catalogue.episode_unknown,
 * catalogue.source_title_taken, restaurants.category_unknown.
 */
export const catalogueProblems = defineProblems({
  'catalogue.not_found': 404,
  'catalogue.already_provided': 409,
  /** Entered by hand and its author's alone until it is published. */
  'catalogue.not_published': 409,
  /** The facts of a place that a maps service knows are not ours to change. */
  'catalogue.place_not_editable': 409,
  'catalogue.source_not_found': 404,
  /** Somebody else, or another tab, has changed it since it was read. */
  'catalogue.changed_meanwhile': 409,
  /** The file has more than `maximum` rows, or no row at all, or no column of names. */
  'catalogue.csv_too_long': 400,
  'catalogue.csv_unreadable': 400,
});

export const SOURCE_TITLE_MAXIMUM = 100;
export const EPISODE_MAXIMUM = 60;
export const CSV_ROWS_MAXIMUM = 5000;
/** Bytes of the request with the file. */
const CSV_BYTES_MAXIMUM = 4 * 1024 * 1024;

const memo = z.string().trim().max(SOURCE_MEMO_MAXIMUM);
const tags = z
  .array(z.string().trim().min(1).max(TAG_MAXIMUM))
  .overwrite((given) => [...new Set(given)])
  .max(TAGS_MAXIMUM);
const episodeIds = z
  .array(z.string().min(1).max(36))
  .overwrite((ids) => [...new Set(ids)])
  .max(50);
const link = z
  .url({ protocol: /^https?$/, error: 'catalogue.link_invalid' })
  .max(500)
  .nullable();
/** YYYY-MM-DD. */
const day = z.iso
  .date()
  .refine((text) => text >= '1900-01-01')
  .nullable();

/** A place of the catalogue as the admin sees it. */
export const AdminRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  categoryId: CategoryId.nullable(),
  provider: z.enum(['local', 'google', 'kakao', 'own']),
  /** Entered by hand and its author's alone. */
  isPrivate: z.boolean(),
  isExample: z.boolean(),
  /** Milliseconds; null: not provided. */
  providedAt: z.number().nullable(),
  memo: z.string(),
  tags: z.array(z.string()),
  episodeIds: z.array(z.string()),
});
export type AdminRestaurant = z.infer<typeof AdminRestaurant>;

const OneRestaurant = z.object({ restaurant: AdminRestaurant });
const RestaurantParams = z.object({ restaurantId: PlaceId });

/** Which places are looked through. */
export const CatalogueShelf = z.enum(['all', 'provided', 'private']);

export const searchCatalogue = endpoint({
  method: 'GET',
  url: '/api/admin/restaurants',
  access: 'admin',
  schema: {
    summary: 'Catalogue places by name or address, newest first, up to 50',
    querystring: z.object({
      q: z.string().trim().max(100).default(''),
      shelf: CatalogueShelf.default('all'),
    }),
    response: { 200: z.object({ restaurants: z.array(AdminRestaurant), hasMore: z.boolean() }) },
  },
  problems: [],
});

/** A place to provide: found in the catalogue or by the maps service, or entered by hand. */
export const NewProvided = z.object({
  place: NewRestaurant.shape.place,
  memo: memo.default(''),
  tags: tags.default([]),
  episodeIds: episodeIds.default([]),
  /** null or left out: what the maps service says. */
  categoryId: CategoryId.nullable().optional(),
});
export type NewProvided = z.input<typeof NewProvided>;

export const addProvided = endpoint({
  method: 'POST',
  url: '/api/admin/provided-restaurants',
  access: 'admin',
  idempotent: true,
  schema: { summary: 'Provide a place', body: NewProvided, response: { 201: OneRestaurant } },
  problems: [
    'catalogue.already_provided',
    'catalogue.not_published',
    'restaurants.place_not_found',
    'places.unavailable',
  ],
});

/** What is left out stays as it is. */
export const ProvidedChanges = z.object({
  memo: memo.optional(),
  tags: tags.optional(),
  episodeIds: episodeIds.optional(),
  categoryId: CategoryId.nullable().optional(),
  /** Only of a place that was entered by hand. */
  place: HandEnteredPlace.optional(),
});
export type ProvidedChanges = z.infer<typeof ProvidedChanges>;

export const updateProvided = endpoint({
  method: 'PATCH',
  url: '/api/admin/provided-restaurants/:restaurantId',
  access: 'admin',
  schema: {
    summary: 'Change what is said of a provided place',
    params: RestaurantParams,
    body: ProvidedChanges,
    response: { 200: OneRestaurant },
  },
  problems: ['catalogue.not_found', 'catalogue.place_not_editable'],
});

export const removeProvided = endpoint({
  method: 'DELETE',
  url: '/api/admin/provided-restaurants/:restaurantId',
  access: 'admin',
  schema: {
    summary: 'Provide a place no longer: it stays in the catalogue and in the lists that took it over',
    params: RestaurantParams,
    response: { 200: OneRestaurant },
  },
  problems: ['catalogue.not_found'],
});

export const publishPlace = endpoint({
  method: 'POST',
  url: '/api/admin/restaurants/:restaurantId/publish',
  access: 'admin',
  schema: {
    summary: 'Make a place that a member entered by hand one of the catalogue; can be repeated',
    params: RestaurantParams,
    response: { 200: OneRestaurant },
  },
  problems: ['catalogue.not_found'],
});

/** One row of a file, and what became of it, or would. */
export const ImportedRow = z.object({
  /** Of the file, from 1; the header is line 1. */
  line: z.number().int(),
  name: z.string(),
  outcome: z.enum(['added', 'updated', 'unchanged', 'refused']),
  /** What is wrong, by column; codes as of fields. */
  errors: z.array(z.object({ column: z.string(), code: z.string() })),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

export const importProvided = endpoint({
  method: 'POST',
  url: '/api/admin/provided-restaurants/import',
  access: 'admin',
  schema: {
    summary:
      'Provide the places of a CSV file: rows with faults are left out and told, the others are taken. ' +
      'A preview tells the same and changes nothing. The same file again changes nothing.',
    body: z.object({ csv: z.string().max(CSV_BYTES_MAXIMUM), isPreview: z.boolean() }),
    response: {
      200: z.object({
        rows: z.array(ImportedRow),
        /** Places that come or change: several rows can tell of one. */
        places: z.int(),
        newSources: z.array(z.string()),
      }),
    },
  },
  problems: ['catalogue.csv_too_long', 'catalogue.csv_unreadable', 'places.unavailable'],
});

export const listSources = endpoint({
  method: 'GET',
  url: '/api/admin/sources',
  access: 'admin',
  schema: {
    summary: 'All sources with their episodes',
    response: { 200: z.object({ sources: z.array(ProvidedSource) }) },
  },
  problems: [],
});

const SourceParams = z.object({ sourceId: z.uuid() });

/** A source as the admin writes it. The caller makes the ids. */
export const SourceForm = z.object({
  title: z.string().trim().min(1).max(SOURCE_TITLE_MAXIMUM),
  kind: ProvidedSourceKind,
  link,
  episodes: z
    .array(
      z.object({
        id: z.uuid(),
        /** '' where the source has no parts. */
        name: z.string().trim().max(EPISODE_MAXIMUM),
        publishedOn: day,
        link,
      }),
    )
    .max(2000)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'catalogue.episode_repeated'),
});
export type SourceForm = z.infer<typeof SourceForm>;

export const putSource = endpoint({
  method: 'PUT',
  url: '/api/admin/sources/:sourceId',
  access: 'admin',
  schema: {
    summary: 'Make or replace a source with its episodes; an episode left out goes, its places stay',
    params: SourceParams,
    body: SourceForm.extend({
      /** As it was read before it was changed, null if it was not there: nothing is written over anything else. */
      seen: ProvidedSource.nullable().optional(),
    }),
    response: { 200: z.object({ source: ProvidedSource }) },
  },
  problems: ['catalogue.changed_meanwhile'],
});

export const deleteSource = endpoint({
  method: 'DELETE',
  url: '/api/admin/sources/:sourceId',
  access: 'admin',
  schema: {
    summary: 'Remove a source and its episodes; its places stay',
    params: SourceParams,
    response: { 200: z.object({ sources: z.array(ProvidedSource) }) },
  },
  problems: ['catalogue.source_not_found'],
});

/** All categories in the order in which they show. */
export const CategoriesForm = z.object({
  categories: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
        name: z.string().trim().min(1).max(30),
      }),
    )
    .min(1)
    .max(100)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'catalogue.category_repeated'),
});
export type CategoriesForm = z.infer<typeof CategoriesForm>;

export const putCategories = endpoint({
  method: 'PUT',
  url: '/api/admin/categories',
  access: 'admin',
  schema: {
    summary: 'Order, name, add and remove categories; the places of a removed one are without category',
    body: CategoriesForm.extend({
      /** As they were read before they were changed: nothing is written over anything else. */
      seen: CategoriesForm.shape.categories.optional(),
    }),
    response: { 200: z.object({ categories: z.array(Category) }) },
  },
  problems: ['catalogue.changed_meanwhile'],
});
