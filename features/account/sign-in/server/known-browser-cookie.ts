import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import { cookieOf } from '../../server/cookie-header.ts';
import { isSignatureValid, signatureOf } from '../../server/signatures.ts';

const A_YEAR_MS = 365 * DAY_MS;

/**
 * The purposes that the cookies are signed for. A cookie of a password reset is not valid for the second factor,
 * because an intruder in the mailbox could get more attempts by repeated resets.
 */
const SIGNED_AS = { sign_in: 'device', password_reset: 'device-after-reset' } as const;
type Origin = keyof typeof SIGNED_AS;

/**
 * Reads and writes the cookie by which an account knows a browser. A browser that signed in to an account or reset its
 * password has its own attempt limit, so that a stranger who exhausts the account's limit cannot lock the owner out
 * (OWASP: device cookies). The cookie alone grants no access.
 */
export function knownBrowserCookieFor(settings: Pick<Settings, 'BASE_URL' | 'AUTH_SECRET'>) {
  const cookie = cookieOf({ settings, name: 'device' });
  const secret = settings.AUTH_SECRET;
  const textOf = ({ email, device, from }: { email: string; device: string; from: Origin }) =>
    `${SIGNED_AS[from]}:${device}:${email}`;

  return {
    /** Returns the id of the browser. Returns null if the account does not know the browser. */
    read({
      header,
      email,
      from,
    }: {
      header: string | undefined;
      email: string;
      from: readonly Origin[];
    }): string | null {
      const [device, signature] = cookie.read(header)?.split('.') ?? [];
      if (!device || !signature) return null;
      const isKnown = from.some((origin) =>
        isSignatureValid({ secret, text: textOf({ email, device, from: origin }), signature }),
      );
      return isKnown ? device : null;
    },

    write({ email, from }: { email: string; from: Origin }): string {
      const device = randomBytes(16).toString('base64url');
      const signature = signatureOf({ secret, text: textOf({ email, device, from }) });
      return cookie.write({ value: `${device}.${signature}`, maxAgeMs: A_YEAR_MS });
    },
  };
}
