import ipaddr from 'ipaddr.js';
import type { FastifyBaseLogger } from 'fastify';
import { type PageLink, pageLinksProblems, type PageSite } from '#features/transfer/page-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import type { LinkClient } from '../link-client.ts';
import { kakaoPlace } from './kakao-place.ts';
import { naverBlog } from './naver-blog.ts';
import { otherPage, tistory } from './other-page.ts';
import { NO_PAGE, type PageAnswer, type PageReader, textOrRedirect } from './page.ts';
import { tiktok, youtube } from './videos.ts';

const REDIRECTS_MAXIMUM = 5;

/** Parameters that only describe how a link was shared. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|igsh|igshid|si|feature|spm|_ga)$/;

/** Pages that show nothing to programs. They are not requested; their shared texts contain the place. */
const unread = (hosts: RegExp): PageReader => ({
  pageOf: (url) => (hosts.test(url.hostname) ? url : null),
  mayLeadTo: () => false,
  read: async () => NO_PAGE,
});

/** The hosts of short links, with the hosts to which each may lead. */
const SHORT_LINKS: Record<string, RegExp> = {
  'naver.me': /(?:^|\.)naver\.com$/,
  'kko.to': /(?:^|\.)kakao\.com$/,
  'vm.tiktok.com': /^www\.tiktok\.com$/,
  'vt.tiktok.com': /^www\.tiktok\.com$/,
};

export type ReadPageLink = (link: string) => Promise<PageLink>;

/**
 * Creates the function that reads the page of a link. Every address on the way is checked in the same way as the link.
 * @throws the problems of `page-links.contract.ts`
 */
export function createPageLinkReader({
  client,
  youtubeKey,
  isEnabled,
  log,
}: {
  client: LinkClient;
  youtubeKey: string | undefined;
  isEnabled: (site: PageSite) => boolean;
  log: FastifyBaseLogger;
}): ReadPageLink {
  // The first reader that knows a link reads it.
  const readers: Record<PageSite, PageReader> = {
    'naver-blog': naverBlog,
    tistory,
    'kakao-place': kakaoPlace,
    youtube: youtube({ key: youtubeKey, log }),
    tiktok,
    'naver-place': unread(/^(?:(?:m|pcmap)\.place|(?:m\.)?map)\.naver\.com$/),
    instagram: unread(/^(?:www\.)?instagram\.com$/),
    catchtable: unread(/^(?:app\.)?catchtable\.co\.kr$/),
    other: otherPage,
  };
  return async (link) => {
    const request = client.requestsOfLink();
    let url = publicUrlOf(link);
    for (let hops = 0; hops <= REDIRECTS_MAXIMUM; hops++) {
      const targets = SHORT_LINKS[url.hostname];
      const [site, page] = targets ? ([null, url] as const) : siteOf(url, readers);
      if (site !== null && !isEnabled(site)) throw problem(pageLinksProblems, 'transfer.page_links_disabled');
      const answer: PageAnswer = site
        ? await readers[site].read(page, request)
        : redirectOf(textOrRedirect(await request(url), url));
      if (!('redirect' in answer)) return { site: site ?? 'other', url: page.href, ...answer };
      const next = publicUrlOf(answer.redirect.href);
      // Sites redirect programs to pages for signing in.
      if (!(targets?.test(next.hostname) ?? (site && readers[site].mayLeadTo(next))))
        throw problem(pageLinksProblems, 'transfer.page_blocked');
      url = next;
    }
    throw problem(pageLinksProblems, 'transfer.page_unreadable');
  };
}

function siteOf(url: URL, readers: Record<PageSite, PageReader>): readonly [PageSite, URL] {
  for (const [site, reader] of Object.entries(readers)) {
    const page = reader.pageOf(url);
    if (page) return [site as PageSite, page];
  }
  return ['other', url];
}

function redirectOf(answer: string | { redirect: URL }): { redirect: URL } {
  if (typeof answer === 'string') throw problem(pageLinksProblems, 'transfer.page_unreadable');
  return answer;
}

/**
 * Returns a link without its fragment and its tracking parameters. Only names of public hosts are accepted; the client
 * checks to which addresses a name leads.
 */
function publicUrlOf(link: string): URL {
  if (!URL.canParse(link)) throw problem(pageLinksProblems, 'transfer.page_not_supported');
  const url = new URL(link);
  const { protocol, port, username, password, hostname } = url;
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  const isAddress = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  if (!isPlain || isAddress || !/.\.[a-z]/.test(hostname))
    throw problem(pageLinksProblems, 'transfer.page_not_supported');
  url.hash = '';
  for (const name of Array.from(url.searchParams.keys()))
    if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}
