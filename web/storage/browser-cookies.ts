/*
 * Cookies that scripts write. The server and `build/head/appearance.js` also read the cookies of the language and the
 * theme.
 */

const YEAR_IN_SECONDS = 31_536_000;

export const readCookie = (name: string): string | null =>
  document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? null;

/** @param value the new value; null deletes the cookie */
export function writeCookie(name: string, value: string | null): void {
  document.cookie = `${name}=${value}; path=/; max-age=${value === null ? 0 : YEAR_IN_SECONDS}; samesite=lax`;
}
