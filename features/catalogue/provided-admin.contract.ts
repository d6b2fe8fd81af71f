import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems, FieldError } from '#common/problem.ts';
import { PlaceId, PlaceSource } from '#features/places/places.contract.ts';
import { ManualPlace, NewPlace } from './new-place.contract.ts';
import { Category, CategoryId } from './catalogue.contract.ts';
import { SOURCE_MEMO_MAXIMUM, TAG_MAXIMUM, TAGS_MAXIMUM } from './catalogue.limits.ts';
import { ProvidedSource, ProvidedSourceKind } from './provided.contract.ts';

/*
 * The errors of single fields have the codes catalogue.episode_unknown, catalogue.source_title_taken and
 * restaurants.category_unknown.
 */
export const catalogueProblems = defineProblems({
  'catalogue.not_found': 404,
  'catalogue.already_provided': 409,
  'catalogue.not_published': 409,
  /** The place is not a manual place. Only the facts of a manual place can be changed. */
  'catalogue.place_not_editable': 409,
  'catalogue.source_not_found': 404,
  /** The source or the categories have changed since the client read them. */
  'catalogue.edit_conflict': 409,
  /** The parameter `maximum` of the problem is the maximum number of rows. */
  'catalogue.csv_too_long': 400,
  'catalogue.csv_unreadable': 400,
  'catalogue.csv_empty': 400,
});

export const SOURCE_TITLE_MAXIMUM = 100;
export const EPISODE_MAXIMUM = 60;
export const CSV_ROWS_MAXIMUM = 5000;
/** Maximum length of the CSV text in UTF-16 code units. */
const CSV_LENGTH_MAXIMUM = 4 * 1024 * 1024;

const memo = LineOfText.max(SOURCE_MEMO_MAXIMUM);
const tags = z
  .array(LineOfText.min(1).max(TAG_MAXIMUM))
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
/** A date in the form YYYY-MM-DD. */
const day = z.iso
  .date()
  .refine((text) => text >= '1900-01-01')
  .nullable();

export const AdminRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  categoryId: CategoryId.nullable(),
  provider: z.enum([...PlaceSource.options, 'own']),
  /** Whether only the author can see the place. */
  isPrivate: z.boolean(),
  isExample: z.boolean(),
  /** When the restaurant was provided, in milliseconds; null if it is not provided. */
  providedAt: z.number().nullable(),
  memo: z.string(),
  tags: z.array(z.string()),
  episodeIds: z.array(z.string()),
});
export type AdminRestaurant = z.infer<typeof AdminRestaurant>;

const OneRestaurant = z.object({ restaurant: AdminRestaurant });
const RestaurantParams = z.object({ restaurantId: PlaceId });

export const CatalogueFilter = z.enum(['all', 'provided', 'private']);

export const searchCatalogue = endpoint({
  method: 'GET',
  url: '/api/admin/restaurants',
  access: 'admin',
  schema: {
    summary: 'Search catalogue restaurants by name or address, newest first, at most 50.',
    querystring: z.object({
      q: z.string().trim().max(100).default(''),
      shelf: CatalogueFilter.default('all'),
    }),
    response: { 200: z.object({ restaurants: z.array(AdminRestaurant), hasMore: z.boolean() }) },
  },
  problems: [],
});

export const NewProvided = z.object({
  place: NewPlace,
  memo: memo.default(''),
  tags: tags.default([]),
  episodeIds: episodeIds.default([]),
  /** If this field is null or omitted, the place keeps its category. */
  categoryId: CategoryId.nullable().optional(),
});
export type NewProvided = z.input<typeof NewProvided>;

export const addProvided = endpoint({
  method: 'POST',
  url: '/api/admin/provided-restaurants',
  access: 'admin',
  idempotent: true,
  schema: { summary: 'Mark a place as provided.', body: NewProvided, response: { 201: OneRestaurant } },
  problems: [
    'catalogue.already_provided',
    'catalogue.not_published',
    'restaurants.place_not_found',
    'places.unavailable',
  ],
});

/** The changes of a provided restaurant. Omitted fields stay unchanged. */
export const ProvidedChanges = z.object({
  memo: memo.optional(),
  tags: tags.optional(),
  episodeIds: episodeIds.optional(),
  categoryId: CategoryId.nullable().optional(),
  /** The new facts of a manual place. The field is not allowed for other places. */
  place: ManualPlace.optional(),
});
export type ProvidedChanges = z.infer<typeof ProvidedChanges>;

export const updateProvided = endpoint({
  method: 'PATCH',
  url: '/api/admin/provided-restaurants/:restaurantId',
  access: 'admin',
  schema: {
    summary: 'Update a provided restaurant.',
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
    summary: 'Stop providing a restaurant. It stays in the catalogue and in lists that took it over.',
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
    summary: 'Publish a manually entered place in the catalogue. Idempotent.',
    params: RestaurantParams,
    response: { 200: OneRestaurant },
  },
  problems: ['catalogue.not_found'],
});

export const ImportedRow = z.object({
  /** Line number in the file. The header is line 1. */
  line: z.number().int(),
  name: z.string(),
  outcome: z.enum(['added', 'updated', 'unchanged', 'refused']),
  /** The errors of the row: the name of the column, and the code of the field error. */
  errors: z.array(FieldError.omit({ path: true }).extend({ column: z.string() })),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

export const importProvided = endpoint({
  method: 'POST',
  url: '/api/admin/provided-restaurants/import',
  access: 'admin',
  idempotent: true,
  schema: {
    summary:
      'Import provided restaurants from a CSV file. Invalid rows are skipped and reported. Idempotent. ' +
      'A preview returns the same report without saving.',
    body: z.object({ csv: z.string().max(CSV_LENGTH_MAXIMUM), isPreview: z.boolean() }),
    response: {
      200: z.object({
        rows: z.array(ImportedRow),
        /** Number of restaurants that were added or changed. Several rows can refer to one restaurant. */
        places: z.int(),
        newSources: z.array(z.string()),
      }),
    },
  },
  problems: [
    'catalogue.csv_too_long',
    'catalogue.csv_unreadable',
    'catalogue.csv_empty',
    'places.unavailable',
  ],
});

export const listSources = endpoint({
  method: 'GET',
  url: '/api/admin/sources',
  access: 'admin',
  schema: {
    summary: 'List all sources with their episodes.',
    response: { 200: z.object({ sources: z.array(ProvidedSource) }) },
  },
  problems: [],
});

const SourceParams = z.object({ sourceId: z.uuid() });

/** A source with its episodes. The client generates the ids of the episodes. */
export const SourceForm = z.object({
  title: LineOfText.min(1).max(SOURCE_TITLE_MAXIMUM),
  kind: ProvidedSourceKind,
  link,
  episodes: z
    .array(
      z.object({
        id: z.uuid(),
        /** The name of the episode; '' if the source has no parts. */
        name: LineOfText.max(EPISODE_MAXIMUM),
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
    summary:
      'Create or replace a source with its episodes. Omitted episodes are deleted; their restaurants stay.',
    params: SourceParams,
    body: SourceForm.extend({
      /**
       * The version that the client read before the change; null if there was none. If the stored version differs
       * from `seen`, the request is rejected, so that the change of another client is not lost.
       */
      seen: ProvidedSource.nullable().optional(),
    }),
    response: { 200: z.object({ source: ProvidedSource }) },
  },
  problems: ['catalogue.edit_conflict'],
});

export const deleteSource = endpoint({
  method: 'DELETE',
  url: '/api/admin/sources/:sourceId',
  access: 'admin',
  schema: {
    summary: 'Delete a source and its episodes. Their restaurants stay.',
    params: SourceParams,
    response: { 200: z.object({ sources: z.array(ProvidedSource) }) },
  },
  problems: ['catalogue.source_not_found'],
});

export const CategoriesForm = z.object({
  categories: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
        name: LineOfText.min(1).max(30),
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
    summary: 'Replace the list of categories. Restaurants of a removed category have no category.',
    body: CategoriesForm.extend({
      /**
       * The categories that the client read before the change. If the stored categories differ from `seen`, the
       * request is rejected, so that the change of another client is not lost.
       */
      seen: CategoriesForm.shape.categories.optional(),
    }),
    response: { 200: z.object({ categories: z.array(Category) }) },
  },
  problems: ['catalogue.edit_conflict'],
});
