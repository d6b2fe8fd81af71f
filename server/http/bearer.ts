import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the bearer token. Other schemes of the header are ignored, because a reverse proxy may use the header for its
 * own password.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
