import type { Settings } from '#server/config.ts';
import { cookieOf } from './cookie-header.ts';
import { signatureHolds, signatureOf } from './signatures.ts';

/**
 * The session cookie as better-auth writes it: `token.signature`. Read and written here as well, because every
 * request needs it and better-auth's own way costs several queries.
 */
export function sessionCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'session' });
  const secret = settings.AUTH_SECRET;

  return {
    /** The session token of a Cookie header whose signature holds; null for none or a forged one. */
    read(header: string | undefined): string | null {
      const value = cookie.read(header);
      if (value === null) return null;
      const dot = value.lastIndexOf('.');
      const token = value.slice(0, dot);
      return dot > 0 && signatureHolds({ secret, text: token, signature: value.slice(dot + 1) })
        ? token
        : null;
    },

    /** A Set-Cookie header for this token. */
    write: ({ token, maxAgeMs }: { token: string; maxAgeMs: number }) =>
      cookie.write({ value: `${token}.${signatureOf({ secret, text: token })}`, maxAgeMs }),

    /** A Set-Cookie header that takes the cookie away. */
    clear: () => cookie.write({ value: '', maxAgeMs: 0 }),
  };
}
