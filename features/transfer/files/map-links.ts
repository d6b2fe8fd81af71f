import type { Coordinates } from '#common/geo.ts';
import { pointIn, pointOf } from './written-values.ts';

type Linked = { name: string; coordinates: Coordinates | null };
const NOTHING: Linked = { name: '', coordinates: null };

/**
 * Reads the name and the point of a place from a link of Google Maps or KakaoMap. The link of a dropped pin contains
 * only the point.
 */
export function placeInLink(link: string): Linked {
  if (link === '' || !URL.canParse(link)) return NOTHING;
  const { hostname, pathname, href, searchParams } = new URL(link);
  if (hostname === 'map.kakao.com') return placeInKakaoLink(pathname);
  if (!isGoogleMaps(link)) return NOTHING;
  const exact = /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/.exec(href);
  const searched = decoded(/^\/maps\/search\/([^/@]{1,300})/.exec(pathname)?.[1] ?? '');
  const query = searchParams.get('q') ?? searchParams.get('query') ?? searched;
  const coordinates = exact
    ? pointOf({ lat: Number(exact[1]), lng: Number(exact[2]) })
    : pointIn(query.replaceAll('+', ''));
  const name = decoded(/^\/maps\/place\/([^/@]{1,300})/.exec(pathname)?.[1] ?? '') || query;
  return { name: /^[\d\s.,+°'"NSEW-]*$/.test(name) ? '' : name, coordinates };
}

function placeInKakaoLink(pathname: string): Linked {
  const found = /^\/link\/(?:map|to)\/([^/]{1,300}),(-?\d[\d.]*),(-?\d[\d.]*)$/.exec(pathname);
  if (!found) return NOTHING;
  return {
    name: decoded(found[1] ?? ''),
    coordinates: pointOf({ lat: Number(found[2]), lng: Number(found[3]) }),
  };
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/**
 * Compares the parsed host name. A search in the text of the link would also find the host name in the path of another
 * site's link.
 */
export function isGoogleMaps(link: string): boolean {
  if (link === '' || !URL.canParse(link)) return false;
  const { hostname, pathname } = new URL(link);
  return /^(?:www\.)?google\.(?:com|co\.kr)$/.test(hostname) && pathname.startsWith('/maps')
    ? true
    : ['maps.google.com', 'maps.app.goo.gl', 'goo.gl'].includes(hostname);
}

/**
 * Returns the id that Google gives to a place; '' if the link contains none. Saved lists contain the id in hexadecimal,
 * and reviews in decimal.
 */
export function googleIdOf(link: string): string {
  if (!isGoogleMaps(link)) return '';
  const hexadecimal = /0x[\da-f]{1,16}:0x([\da-f]{1,16})/i.exec(link)?.[1];
  if (hexadecimal) return BigInt(`0x${hexadecimal}`).toString();
  return /[?&](?:cid|ludocid)=(\d{1,20})/.exec(link)?.[1] ?? '';
}
