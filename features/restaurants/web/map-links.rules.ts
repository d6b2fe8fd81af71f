import type { Coordinates } from '#common/geo.ts';

/** The facts of a place that the links to other maps contain. */
export type ExternalMapTarget = {
  name: string;
  address: string;
  coordinates: Coordinates | null;
  /**
   * Whether the place was entered by hand. Other maps do not know the name of such a place. Therefore the links contain
   * the point or the address.
   */
  isManual: boolean;
};

/**
 * Returns links that open a place in the maps that are common in Korea. All links are https URLs, because they work in
 * every browser and in in-app browsers that block app schemes. On phones the map apps open these URLs.
 * Kakao's `/link/map/{name},{lat},{lng}` fails if the name contains a comma, encoded or not. Therefore commas are
 * replaced by spaces (Kakao Maps web guide, "지도 바로가기"). Google requires `api=1` (Maps URLs guide). Naver has no
 * documented web link to a point. Therefore the link searches for the name in the district of the place.
 */
export function mapLinks(place: ExternalMapTarget): { naver: string; kakao: string; google: string } {
  return { naver: naverLink(place), kakao: kakaoLink(place), google: googleLink(place) };
}

function naverLink({ name, address, isManual }: ExternalMapTarget): string {
  const query = isManual && address !== '' ? address : `${name} ${district(address)}`;
  return `https://map.naver.com/p/search/${encodeURIComponent(query.trim())}`;
}

function kakaoLink({ name, address, coordinates }: ExternalMapTarget): string {
  const label = withoutCommas(name);
  if (coordinates === null)
    return `https://map.kakao.com/link/search/${encodeURIComponent(`${label} ${district(address)}`.trim())}`;
  return `https://map.kakao.com/link/map/${encodeURIComponent(label)},${coordinates.lat},${coordinates.lng}`;
}

const withoutCommas = (name: string): string => name.replace(/[,，]/g, ' ').replace(/\s+/g, ' ').trim();

function googleLink({ name, address, coordinates, isManual }: ExternalMapTarget): string {
  const query =
    isManual && coordinates !== null ? `${coordinates.lat},${coordinates.lng}` : `${name} ${address}`.trim();
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}

/**
 * Returns links that open the route to a place, from the location of the device, in the maps that are common in Korea.
 * All links are https URLs, as those of `mapLinks`. Google documents its link (Maps URLs, `dir`), Kakao as well
 * (`/link/to/{name},{lat},{lng}`). The link of Naver is not documented, but its own site uses it. If the point is
 * unknown, only Google knows a route. The other links then open the place.
 */
export function routeLinks(place: ExternalMapTarget): { naver: string; kakao: string; google: string } {
  const { coordinates, name, address } = place;
  const destination = coordinates ? `${coordinates.lat},${coordinates.lng}` : `${name} ${address}`.trim();
  const google = `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
  if (coordinates === null) return { ...mapLinks(place), google };
  const { lat, lng } = coordinates;
  const label = encodeURIComponent(withoutCommas(name));
  return {
    naver: `https://map.naver.com/p/directions/-/${lng},${lat},${label}/-/transit`,
    kakao: `https://map.kakao.com/link/to/${label},${lat},${lng}`,
    google,
  };
}

/** Returns links that search for the place in services for reservations and waiting lists. */
export function reservationLinks({ name, address }: Pick<ExternalMapTarget, 'name' | 'address'>): {
  catchtable: string;
  naver: string;
} {
  const query = `${name} ${district(address)} 예약`.replace(/\s+/g, ' ');
  return {
    catchtable: `https://app.catchtable.co.kr/ct/search/total?${new URLSearchParams({ keyword: name })}`,
    naver: `https://search.naver.com/search.naver?${new URLSearchParams({ query })}`,
  };
}

/**
 * Returns a link for Android that opens the place, or the route to it, in the app 네이버지도. If the app is not installed,
 * the link opens the web page (NAVER Maps URL scheme guide; `appname` is required). Returns null if the point is unknown
 * or outside the rectangle that the scheme accepts.
 */
export function naverAppLink({
  place,
  pageUrl,
  shows = 'place',
}: {
  place: ExternalMapTarget;
  pageUrl: string;
  shows?: 'place' | 'route';
}): string | null {
  const { coordinates, name } = place;
  if (coordinates === null) return null;
  const isAccepted =
    31.43 <= coordinates.lat &&
    coordinates.lat <= 44.35 &&
    122.37 <= coordinates.lng &&
    coordinates.lng <= 132;
  if (!isAccepted) return null;
  // In the names of a destination, each parameter begins with `d`.
  const [path, prefix, page] =
    shows === 'route' ? ['route/public', 'd', routeLinks(place).naver] : ['place', '', naverLink(place)];
  const query = [
    `${prefix}lat=${coordinates.lat}`,
    `${prefix}lng=${coordinates.lng}`,
    `${prefix}name=${encodeURIComponent(name)}`,
    `appname=${encodeURIComponent(pageUrl)}`,
  ].join('&');
  return `intent://${path}?${query}#Intent;scheme=nmap;package=com.nhn.android.nmap;S.browser_fallback_url=${encodeURIComponent(page)};end`;
}

/**
 * Returns the first two words of an address, such as `서울 마포구`. Two words are specific enough to distinguish branches,
 * and general enough to find results.
 */
const district = (address: string): string => address.trim().split(/\s+/).slice(0, 2).join(' ');
