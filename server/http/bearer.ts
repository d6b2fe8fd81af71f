import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token of an `Authorization: Bearer …` header, otherwise null. Other schemes are ignored: a reverse
 * proxy may use the header for its own password.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
