import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { importsProblems, PlaceImport } from './imports.contract.ts';

export const listLinksProblems = defineProblems({
  ...importsProblems,
  /** The link is not from a supported maps service. */
  'transfer.link_not_supported': 400,
  /**
   * The link is from a maps service but does not lead to a list. params: page (the page to which it leads, if
   * `readPageLink` can read it)
   */
  'transfer.link_not_list': 400,
  /** The settings disable lists of this service. */
  'transfer.list_links_disabled': 409,
  /** The list was deleted or is no longer shared. */
  'transfer.list_not_found': 404,
  'transfer.list_empty': 409,
  /** The service answered in an unknown format. */
  'transfer.list_unreadable': 409,
  /** The service did not answer in time. */
  'transfer.list_unavailable': 503,
});

export const importListLink = endpoint({
  method: 'POST',
  url: '/api/place-imports/list-links',
  access: 'member',
  schema: {
    summary:
      'Add the places of a list shared by Naver Map, KakaoMap or Google Maps to my open import, or open one. The name of the list becomes a tag. Places that the import already contains are skipped. Saves nothing in my list.',
    body: z.object({ link: z.string().trim().min(1).max(2_000) }),
    response: {
      200: z.object({
        import: PlaceImport,
        list: z.object({
          name: z.string(),
          /** Number of places that were read. */
          places: z.int(),
          /** Number of entries that are not places, and of places beyond the limits. */
          leftOut: z.int(),
          /** The names of these entries, as far as the service tells them. */
          leftOutNames: z.array(z.string()),
          /** The names of the places whose texts were too long to be kept whole. */
          shortenedNames: z.array(z.string()),
        }),
      }),
    },
  },
  problems: [
    'transfer.link_not_supported',
    'transfer.link_not_list',
    'transfer.list_links_disabled',
    'transfer.list_not_found',
    'transfer.list_empty',
    'transfer.list_unreadable',
    'transfer.list_unavailable',
    'transfer.too_many_rows',
    'transfer.import_busy',
  ],
});
