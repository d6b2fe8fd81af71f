import type { Settings } from '#server/config.ts';
import { type CookieName, cookieOf } from '../../server/cookie-header.ts';
import { isSignatureValid, signatureOf } from '../../server/signatures.ts';

/** better-auth's format: `token.signature`. better-auth itself is not used, because it needs several queries. */
export function sessionCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'session' });
  const secret = settings.AUTH_SECRET;

  return {
    name: cookie.name,

    /** Returns null if the cookie is missing or its signature is invalid. */
    read: (header: string | undefined) => readSigned({ header, settings, name: 'session' }),

    write: ({ token, maxAgeMs }: { token: string; maxAgeMs: number }) =>
      cookie.write({ value: `${token}.${signatureOf({ secret, text: token })}`, maxAgeMs }),

    clear: () => cookie.write({ value: '', maxAgeMs: 0 }),
  };
}

/** Returns null if the cookie is missing or its signature is invalid. */
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
