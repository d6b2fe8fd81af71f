import type { Settings } from '#server/config.ts';

export type CookieName =
  | 'session'
  | 'device'
  | 'state'
  /** The page on which a flow of an identity provider ends if it fails. */
  | 'provider-page'
  | 'second-factor'
  | 'trusted-browser'
  | 'passkey';

/**
 * Creates a reader and writer for a cookie. Over https the name of the cookie has the prefix `__Host-`. Browsers then
 * refuse the cookie from another host, from another path, and over an unencrypted connection.
 */
export function cookieOf({ settings, name }: { settings: Pick<Settings, 'BASE_URL'>; name: CookieName }) {
  const secure = settings.BASE_URL.startsWith('https:');
  const fullName = `${secure ? '__Host-' : ''}momokzi.${name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name: fullName,
    secure,
    /** Returns the percent-decoded value; null if the cookie is missing or malformed. */
    read: (header: string | undefined) => (header === undefined ? null : valueIn({ header, name: fullName })),
    write: ({ value, maxAgeMs }: { value: string; maxAgeMs: number }) =>
      `${fullName}=${encodeURIComponent(value)}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`,
  };
}

export function keepOnlyCookies({
  header = '',
  names,
  settings,
}: {
  header: string | undefined;
  names: readonly CookieName[];
  settings: Pick<Settings, 'BASE_URL'>;
}): string {
  const kept = names.map((name) => `${cookieOf({ settings, name }).name}=`);
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((pair) => kept.some((start) => pair.startsWith(start)))
    .join('; ');
}

function valueIn({ header, name }: { header: string; name: string }): string | null {
  const prefix = `${name}=`;
  for (const part of header.split(';')) {
    const pair = part.trim();
    if (!pair.startsWith(prefix)) continue;
    try {
      return decodeURIComponent(pair.slice(prefix.length));
    } catch {
      return null;
    }
  }
  return null;
}

/** Header with the language of the screen. `headersFor` sets this header, and a hook of better-auth reads it. */
export const LANGUAGE_HEADER = 'x-screen-language';
