import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token of an `Authorization: Bearer …` header; null for none. Other schemes are none of ours: a proxy may ask
 * for a password of its own in the same header.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
