import type { Settings } from '#server/config.ts';
import { type CookieName, cookieOf } from '../../server/cookie-header.ts';
import { isSignatureValid, signatureOf } from '../../server/signatures.ts';

/**
 * The session cookie in better-auth's format: `token.signature`. This code reads the cookie without better-auth,
 * because every request needs the session, and better-auth sends several queries.
 */
export function sessionCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'session' });
  const secret = settings.AUTH_SECRET;

  return {
    name: cookie.name,

    /** The session token in a Cookie header; null if the cookie is missing or its signature is invalid. */
    read: (header: string | undefined) => readSigned({ header, settings, name: 'session' }),

    /** A Set-Cookie header for this token. */
    write: ({ token, maxAgeMs }: { token: string; maxAgeMs: number }) =>
      cookie.write({ value: `${token}.${signatureOf({ secret, text: token })}`, maxAgeMs }),

    /** A Set-Cookie header that deletes the cookie. */
    clear: () => cookie.write({ value: '', maxAgeMs: 0 }),
  };
}

/** The value of a cookie signed by better-auth; null if the cookie is missing or its signature is invalid. */
export function readSigned(given: {
  header: string | undefined;
  settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>;
  name: CookieName;
}): string | null {
  const { header, settings, name } = given;
  const signed = cookieOf({ settings, name }).read(header);
  if (signed === null) return null;
  const dot = signed.lastIndexOf('.');
  const value = signed.slice(0, dot);
  const signature = signed.slice(dot + 1);
  return dot > 0 && isSignatureValid({ secret: settings.AUTH_SECRET, text: value, signature }) ? value : null;
}
