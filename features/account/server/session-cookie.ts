import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '#server/config.ts';

/**
 * The session cookie as better-auth writes it: `token.signature`, percent-encoded, the signature an HMAC-SHA256 of
 * the token in base64. Read and written here as well, because every request needs it and better-auth's own way
 * costs several queries.
 */

/** On https the browser itself then refuses the cookie from another host, path or plain connection. */
export const sessionCookieName = ({ secure }: { secure: boolean }) =>
  secure ? '__Host-momokzi.session' : 'momokzi.session';

export const isSecure = (settings: Pick<Settings, 'BASE_URL'>) => settings.BASE_URL.startsWith('https:');

export function sessionCookiesFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const secure = isSecure(settings);
  const name = sessionCookieName({ secure });
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (token: string) => createHmac('sha256', settings.AUTH_SECRET).update(token).digest();

  return {
    /** The session token of a Cookie header whose signature holds; null for none or a forged one. */
    read(cookieHeader: string | undefined): string | null {
      const value = cookieHeader === undefined ? null : valueOf({ cookieHeader, name });
      if (value === null) return null;
      const dot = value.lastIndexOf('.');
      if (dot < 1) return null;
      const token = value.slice(0, dot);
      const signature = Buffer.from(value.slice(dot + 1), 'base64');
      const expected = sign(token);
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
    },

    /** A Set-Cookie value that keeps the same session for longer. */
    write({ token, maxAgeMs }: { token: string; maxAgeMs: number }): string {
      const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`);
      return `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`;
    },

    /** A Set-Cookie value that takes the cookie away. */
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** The first value of that name, percent-decoded; null if there is none or it is malformed. */
function valueOf({ cookieHeader, name }: { cookieHeader: string; name: string }): string | null {
  const prefix = `${name}=`;
  for (const part of cookieHeader.split(';')) {
    const pair = part.trimStart();
    if (!pair.startsWith(prefix)) continue;
    try {
      return decodeURIComponent(pair.slice(prefix.length).trimEnd());
    } catch {
      return null;
    }
  }
  return null;
}
