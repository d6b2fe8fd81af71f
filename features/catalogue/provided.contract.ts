import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/geo.ts';
import { BusinessStatus, PlaceId } from '#features/places/places.contract.ts';
import { CategoryId } from './catalogue.contract.ts';

/** A programme, a channel or video on the web, a magazine, a guide. */
export const ProvidedSourceKind = z.enum(['tv', 'web', 'magazine', 'guide']);
export type ProvidedSourceKind = z.infer<typeof ProvidedSourceKind>;

/** An episode, an issue, an edition. Of a source without parts there is one, and its name is empty. */
export const SourceEpisode = z.object({
  id: z.string(),
  name: z.string(),
  /** YYYY-MM-DD; null: not known. */
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

/** A place that the admin provides. Times in milliseconds. */
export const ProvidedRestaurant = z.object({
  id: PlaceId,
  name: z.string(),
  address: z.string(),
  coordinates: Coordinates.nullable(),
  phoneNumber: z.string().nullable(),
  categoryId: CategoryId.nullable(),
  businessStatus: BusinessStatus.nullable(),
  isExample: z.boolean(),
  /** The admin's words about where it was seen; '' where the sources say all. */
  memo: z.string(),
  tags: z.array(z.string()),
  /** Where it was seen: ids of episodes. */
  episodeIds: z.array(z.string()),
  providedAt: z.number(),
});
export type ProvidedRestaurant = z.infer<typeof ProvidedRestaurant>;

/** All provided places with their sources, as one versioned document, latest first. */
export const ProvidedDocument = z.object({
  version: z.int(),
  /** false: this member's time of seeing them is over, and there is nothing in it. */
  isVisible: z.boolean(),
  /** How many there are, also for who does not see them. */
  total: z.int(),
  restaurants: z.array(ProvidedRestaurant),
  sources: z.array(ProvidedSource),
});
export type ProvidedDocument = z.infer<typeof ProvidedDocument>;

/** What the admin says about one place. */
export const ProvidedNote = z.object({
  memo: z.string(),
  tags: z.array(z.string()),
  sources: z.array(
    z.object({
      title: z.string(),
      kind: ProvidedSourceKind,
      episode: z.string(),
      publishedOn: z.string().nullable(),
      /** The episode's own address, else the source's. */
      link: z.string().nullable(),
    }),
  ),
});
export type ProvidedNote = z.infer<typeof ProvidedNote>;

export const listProvidedRestaurants = endpoint({
  method: 'GET',
  url: '/api/provided-restaurants',
  access: 'member',
  schema: {
    summary: 'The provided restaurants and their sources, whole; 304 when If-None-Match names the version',
    response: { 200: ProvidedDocument },
  },
  problems: [],
});
