import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/geo.ts';
import { BusinessStatus, OpeningSpans, PlaceId } from '#features/places/places.contract.ts';
import { CategoryId } from './catalogue.contract.ts';

/** `web`: a channel or video. */
export const ProvidedSourceKind = z.enum(['tv', 'web', 'magazine', 'guide']);
export type ProvidedSourceKind = z.infer<typeof ProvidedSourceKind>;

/** An episode, issue or edition. A source without parts has one episode with an empty name. */
export const SourceEpisode = z.object({
  id: z.string(),
  name: z.string(),
  /** YYYY-MM-DD; null: unknown. */
  publishedOn: z.string().nullable(),
  link: z.string().nullable(),
});
export type SourceEpisode = z.infer<typeof SourceEpisode>;

export const ProvidedSource = z.object({
  id: z.string(),
  title: z.string(),
  kind: ProvidedSourceKind,
  link: z.string().nullable(),
  /** Latest first. */
  episodes: z.array(SourceEpisode),
});
export type ProvidedSource = z.infer<typeof ProvidedSource>;

/** Times in milliseconds. */
export const ProvidedRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  /** 동, 리, 읍 or 면, which may be missing from the address; '': not known. */
  neighbourhood: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  categoryId: CategoryId.nullable(),
  businessStatus: BusinessStatus.nullable(),
  openingSpans: OpeningSpans,
  /** null: unknown. */
  hasParking: z.boolean().nullable(),
  isExample: z.boolean(),
  /** '' if there is none. */
  memo: z.string(),
  tags: z.array(z.string()),
  /** Episodes that featured the place. */
  episodeIds: z.array(z.string()),
  providedAt: z.number(),
});
export type ProvidedRestaurant = z.infer<typeof ProvidedRestaurant>;

/** One versioned document, latest first. */
export const ProvidedDocument = z.object({
  version: z.int(),
  /** false: the member's visibility period is over, and the document is empty. */
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
      /** The episode's link, otherwise the source's. */
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
