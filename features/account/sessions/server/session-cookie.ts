import type { FastifyReply } from 'fastify';
import type { Settings } from '#server/config.ts';
import { type CookieName, cookieOf } from '../../server/cookie-header.ts';
import { isSignatureValid, signatureOf } from '../../server/signatures.ts';

/** Maximum number of verified cookies in memory. When the number is exceeded, all of them are removed. */
const VERIFIED_MAXIMUM = 10_000;

/**
 * Reads and writes the session cookie in better-auth's format: `token.signature`. better-auth itself is not used,
 * because it needs several queries per request.
 */
export function sessionCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'session' });
  const secret = settings.AUTH_SECRET;
  /**
   * Session tokens by signed cookie value. A signature that was valid once remains valid, so it is verified only once.
   * The session itself is read with each request. Verifying the signature each time would be 5 % of the CPU time of a
   * 304 answer.
   */
  const verified = new Map<string, string>();

  return {
    name: cookie.name,

    /** Returns the session token. Returns null if the cookie is missing or its signature is invalid. */
    read: (header: string | undefined): string | null => {
      const signed = cookie.read(header);
      if (signed === null) return null;
      const known = verified.get(signed);
      if (known !== undefined) return known;
      const token = valueOfSigned({ signed, secret });
      if (token === null) return null;
      if (verified.size >= VERIFIED_MAXIMUM) verified.clear();
      verified.set(signed, token);
      return token;
    },

    write: ({ token, maxAgeMs }: { token: string; maxAgeMs: number }) =>
      cookie.write({ value: `${token}.${signatureOf({ secret, text: token })}`, maxAgeMs }),

    /** Removes the cookie, and makes the browser delete its cache, because the cache contains personal data. */
    clearOn: (reply: FastifyReply) =>
      reply
        .header('clear-site-data', '"cache"')
        .header('set-cookie', cookie.write({ value: '', maxAgeMs: 0 })),
  };
}

/** Returns the value of a signed cookie. Returns null if the cookie is missing or its signature is invalid. */
export function readSigned({
  header,
  settings,
  name,
}: {
  header: string | undefined;
  settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>;
  name: CookieName;
}): string | null {
  const signed = cookieOf({ settings, name }).read(header);
  return signed === null ? null : valueOfSigned({ signed, secret: settings.AUTH_SECRET });
}

function valueOfSigned({ signed, secret }: { signed: string; secret: string }): string | null {
  const dot = signed.lastIndexOf('.');
  const text = signed.slice(0, dot);
  const signature = signed.slice(dot + 1);
  return dot > 0 && isSignatureValid({ secret, text, signature }) ? text : null;
}
