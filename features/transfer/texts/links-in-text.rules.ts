/** A link in a text. `name` is the name of the place that a long link of Google contains; otherwise ''. */
export type FoundLink = { url: string; isMap: boolean; name: string };

/** A link ends at a space, a quotation mark, a bracket or 한글. */
const LINK =
  /(?:https?:\/\/|\b(?:naver\.me|kko\.to|kko\.kakao\.com|maps\.app\.goo\.gl)\/)[^\s<>"'()[\]\u1100-\u11ff\u3000-\u318f\uac00-\ud7a3]+/gi;

/** Splits a text into links and the text between them. */
export function linksApart(text: string): (string | FoundLink)[] {
  const parts: (string | FoundLink)[] = [];
  let read = 0;
  for (const match of text.matchAll(LINK)) {
    const link = linkOf(match[0]);
    if (!link) continue;
    parts.push(text.slice(read, match.index), link);
    read = match.index + match[0].length;
  }
  return [...parts, text.slice(read)];
}

/** Hosts of maps apps. They are compared with the parsed host name of a link. */
const MAP_HOSTS = new Set([
  'naver.me',
  'map.naver.com',
  'm.map.naver.com',
  'm.place.naver.com',
  'pcmap.place.naver.com',
  'kko.to',
  'kko.kakao.com',
  'map.kakao.com',
  'm.map.kakao.com',
  'place.map.kakao.com',
  'applink.map.kakao.com',
  'maps.app.goo.gl',
  'maps.google.com',
]);
/** On these hosts of Google only URLs under /maps are maps. */
const GOOGLE_HOSTS = new Set(['www.google.com', 'google.com', 'www.google.co.kr', 'goo.gl']);
const LINK_MAXIMUM = 500;

function linkOf(written: string): FoundLink | null {
  const trimmed = written.slice(0, LINK_MAXIMUM + 1).replace(/[.,!?;:]{1,5}$/, '');
  if (trimmed.length > LINK_MAXIMUM) return null;
  const text = /^https?:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const isGoogle = GOOGLE_HOSTS.has(url.hostname) && url.pathname.startsWith('/maps');
  const isMap = isGoogle || MAP_HOSTS.has(url.hostname);
  return { url: text, isMap, name: isMap ? nameInLink(url) : '' };
}

/** Returns the name in a long link of Google: /maps/place/<name>/…, /maps/search/<name> or ?q=<name>. */
function nameInLink({ pathname, searchParams }: URL): string {
  const written = /^\/maps\/(?:place|search)\/([^/@]{1,300})/.exec(pathname)?.[1]?.replaceAll('+', ' ');
  try {
    const name = written === undefined ? (searchParams.get('q') ?? '') : decodeURIComponent(written);
    return /^[\d\s.,-]*$/.test(name) ? '' : name;
  } catch {
    return '';
  }
}
