import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { BusinessStatus, OpeningSpans, PlaceId } from '#features/places/places.contract.ts';
import { CategoryId } from './catalogue.contract.ts';

/** The kind of a source. `web` is a web channel or video. */
export const ProvidedSourceKind = z.enum(['tv', 'web', 'magazine', 'guide']);
export type ProvidedSourceKind = z.infer<typeof ProvidedSourceKind>;

/** An episode, issue or edition of a source. A source without parts has one episode with an empty name. */
export const SourceEpisode = z.object({
  id: z.string(),
  name: z.string(),
  /** The date in the form YYYY-MM-DD; null if unknown. */
  publishedOn: z.string().nullable(),
  link: z.string().nullable(),
});
export type SourceEpisode = z.infer<typeof SourceEpisode>;

export const ProvidedSource = z.object({
  id: z.string(),
  title: z.string(),
  kind: ProvidedSourceKind,
  link: z.string().nullable(),
  /** The episodes, latest first. */
  episodes: z.array(SourceEpisode),
});
export type ProvidedSource = z.infer<typeof ProvidedSource>;

/** A provided restaurant. Times are in milliseconds. */
export const ProvidedRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  /** The 동, 리, 읍 or 면, which the address may not contain; '' if unknown. */
  neighbourhood: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  categoryId: CategoryId.nullable(),
  businessStatus: BusinessStatus.nullable(),
  openingSpans: OpeningSpans,
  /** null if unknown. */
  hasParking: z.boolean().nullable(),
  isExample: z.boolean(),
  /** The admin's memo; '' if there is none. */
  memo: z.string(),
  tags: z.array(z.string()),
  /** The ids of the episodes that featured the place. */
  episodeIds: z.array(z.string()),
  providedAt: z.number(),
});
export type ProvidedRestaurant = z.infer<typeof ProvidedRestaurant>;

/** The versioned document of all provided restaurants. The restaurants are sorted, latest first. */
export const ProvidedDocument = z.object({
  version: z.int(),
  /**
   * Whether the member may see provided restaurants. If the member's visibility period is over, this is false and the
   * document is empty.
   */
  isVisible: z.boolean(),
  /** Number of provided restaurants, even if the document is empty. */
  total: z.int(),
  restaurants: z.array(ProvidedRestaurant),
  sources: z.array(ProvidedSource),
});
export type ProvidedDocument = z.infer<typeof ProvidedDocument>;

export const ProvidedMemo = z.object({
  memo: z.string(),
  tags: z.array(z.string()),
  sources: z.array(
    z.object({
      title: z.string(),
      kind: ProvidedSourceKind,
      episode: z.string(),
      publishedOn: z.string().nullable(),
      /** The link of the episode. If the episode has no link, the link of the source. */
      link: z.string().nullable(),
    }),
  ),
});
export type ProvidedMemo = z.infer<typeof ProvidedMemo>;

export const listProvidedRestaurants = endpoint({
  method: 'GET',
  url: '/api/provided-restaurants',
  access: 'member',
  schema: {
    summary: 'Get all provided restaurants and their sources. Supports If-None-Match.',
    response: { 200: ProvidedDocument },
  },
  problems: [],
});
