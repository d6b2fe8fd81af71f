/** A maps service whose shared lists can be imported by their link. */
export const LIST_SERVICES = ['naver', 'kakao', 'google'] as const;
export type ListService = (typeof LIST_SERVICES)[number];

export type ListLink = {
  service: ListService;
  url: URL;
  /** Id of the list. The value is null for a short link, because only the redirects of a short link contain the id. */
  listId: string | null;
};

/**
 * Hosts of short links, which only redirect. The server requests these links and the list endpoints of the services,
 * but never a link to a page.
 */
const SHORT_HOSTS: Record<ListService, readonly string[]> = {
  naver: ['naver.me'],
  kakao: ['kko.to', 'kko.kakao.com'],
  google: ['maps.app.goo.gl'],
};

const PAGE_HOSTS: Record<ListService, readonly string[]> = {
  naver: ['map.naver.com', 'pages.map.naver.com'],
  kakao: ['map.kakao.com', 'applink.map.kakao.com'],
  google: ['www.google.com'],
};

const LINK_MAXIMUM = 2_000;

/**
 * Reads a link to one of the known hosts. The server requests no other links.
 * @returns null for any other text, host, port or protocol, and for a page that is not a list
 */
export function listLinkOf(written: string): ListLink | null {
  if (LINK_MAXIMUM < written.length || !URL.canParse(written)) return null;
  const url = new URL(written);
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlain) return null;
  const isHostIn = (hosts: Record<ListService, readonly string[]>) =>
    LIST_SERVICES.find((each) => hosts[each].includes(url.hostname));
  const short = isHostIn(SHORT_HOSTS);
  if (short) return { service: short, url, listId: null };
  const service = isHostIn(PAGE_HOSTS);
  const listId = service ? LIST_IDS[service](url) : null;
  return service && listId !== null ? { service, url, listId } : null;
}

/**
 * Returns the first link to one of the known hosts in a text that a map app shares. Returns the whole text if there is
 * no such link.
 * @example listLinkIn('[네이버지도]성수 맛집https://naver.me/abc') // 'https://naver.me/abc'
 */
export const listLinkIn = (text: string): string =>
  text.match(/https:\/\/[\x21-\x7e]+/g)?.find((link) => listLinkOf(link)) ?? text;

const LIST_IDS: Record<ListService, (url: URL) => string | null> = {
  naver: ({ pathname }) => /\/(?:folder|detail-list)\/([0-9a-f]{32})(?:\/|$)/.exec(pathname)?.[1] ?? null,
  kakao: ({ search }) => /[?&]folderid=(\d{1,20})(?:&|$)/i.exec(search)?.[1] ?? null,
  google: ({ pathname }) =>
    (/^\/maps\/placelists\/list\/([\w-]{8,128})(?:\/|$)/.exec(pathname) ??
      /^\/maps\/@[^!]{0,200}!(?:[\w.:-]{1,60}!){0,8}2s([\w-]{8,128})(?:!|$)/.exec(pathname))?.[1] ?? null,
};
