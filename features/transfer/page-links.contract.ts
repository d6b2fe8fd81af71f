import { z } from 'zod';
import { Coordinates } from '#common/coordinates.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

/** The sites whose pages are read in their own way. `other` is any other page. */
export const PAGE_SITES = [
  'naver-blog',
  'tistory',
  'kakao-place',
  'youtube',
  'tiktok',
  'naver-place',
  'instagram',
  'catchtable',
  'other',
] as const;
export type PageSite = (typeof PAGE_SITES)[number];

export const pageLinksProblems = defineProblems({
  /** The link is not a public https address. */
  'transfer.page_not_supported': 400,
  /** The settings disable links of this site. */
  'transfer.page_links_disabled': 409,
  'transfer.page_not_found': 404,
  /** The site shows the page only to people who are signed in, or refuses programs. */
  'transfer.page_blocked': 409,
  'transfer.page_too_large': 409,
  /** The site answered in an unknown format. */
  'transfer.page_unreadable': 409,
  /** The site did not answer in time. */
  'transfer.page_unavailable': 503,
});

export const PAGE_TITLE_MAXIMUM = 200;
export const PAGE_TEXT_MAXIMUM = 20_000;

const PageLink = z.object({
  site: z.enum(PAGE_SITES),
  /** The link without parameters that only describe how it was shared. */
  url: z.string(),
  /** The title of the post, video or page; '' if it is unknown. */
  title: z.string(),
  /** Who published it; '' if it is unknown. */
  author: z.string(),
  picture: z.string().nullable(),
  places: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      phoneNumber: z.string(),
      link: z.string(),
      coordinates: Coordinates.nullable(),
    }),
  ),
  /** A text that may contain places, such as the description of a video; '' if there is none. */
  text: z.string(),
});
export type PageLink = z.infer<typeof PageLink>;
export type PageLinkPlace = PageLink['places'][number];

export const readPageLink = endpoint({
  method: 'POST',
  url: '/api/page-links',
  access: 'member',
  schema: {
    summary:
      'Read the places of a blog post, a video, a place or another page by its link. Saves nothing. The server requests the page itself, and keeps the answer for a day.',
    body: z.object({ link: z.string().trim().min(1).max(2_000) }),
    response: { 200: z.object({ page: PageLink }) },
  },
  problems: [
    'transfer.page_not_supported',
    'transfer.page_links_disabled',
    'transfer.page_not_found',
    'transfer.page_blocked',
    'transfer.page_too_large',
    'transfer.page_unreadable',
    'transfer.page_unavailable',
  ],
});
