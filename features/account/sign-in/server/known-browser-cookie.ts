import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import { cookieOf } from '../../server/cookie-header.ts';
import { isSignatureValid, signatureOf } from '../../server/signatures.ts';

const A_YEAR_MS = 365 * DAY_MS;

/**
 * Reads and writes the cookie by which an account knows a browser. A browser that signed in to an account has its own
 * attempt limit. Therefore a stranger who exhausts the account's limit cannot lock the owner out (OWASP: device
 * cookies). The cookie alone grants no access.
 */
export function knownBrowserCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'device' });
  const secret = settings.AUTH_SECRET;
  const textOf = ({ email, device }: { email: string; device: string }) => `device:${device}:${email}`;

  return {
    /** Returns the id of the browser. Returns null if the account does not know the browser. */
    read({ header, email }: { header: string | undefined; email: string }): string | null {
      const [device, signature] = cookie.read(header)?.split('.') ?? [];
      if (!device || !signature) return null;
      return isSignatureValid({ secret, text: textOf({ email, device }), signature }) ? device : null;
    },

    write({ email }: { email: string }): string {
      const device = randomBytes(16).toString('base64url');
      const signature = signatureOf({ secret, text: textOf({ email, device }) });
      return cookie.write({ value: `${device}.${signature}`, maxAgeMs: A_YEAR_MS });
    },
  };
}
