/*
 * The user agent of a derived browser also names the original browser: Edge also names Chrome. Therefore derived
 * browsers come first in this list. Versions are ignored, because most current browsers freeze them (Chromium's
 * "User-Agent reduction", Safari's "Mac OS X 10_15_7").
 */

const BROWSERS: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** @example deviceNameOf('Mozilla/5.0 (Windows NT 10.0; …) … Chrome/142.0.0.0 Safari/537.36') // Chrome, Windows */
export function deviceNameOf(userAgent: string): { browser: string | null; system: string | null } {
  return { browser: firstMatch(BROWSERS, userAgent), system: firstMatch(SYSTEMS, userAgent) };
}

const firstMatch = (names: readonly [RegExp, string][], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Returns the first half of the address. It identifies a region but not a person.
 * @example shortAddressOf('203.0.113.7') // '203.0.*.*'
 * @example shortAddressOf('2001:db8:1:2::7') // '2001:db8:*'
 */
export function shortAddressOf(address: string): string | null {
  const ipv4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address);
  if (ipv4) return `${ipv4[1]}.${ipv4[2]}.*.*`;
  const [first, second] = address.split(':');
  if (!address.includes(':')) return null;
  return first ? `${first}:${second || '0'}:*` : '::*';
}
