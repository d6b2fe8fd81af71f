import type { IncomingHttpHeaders } from 'node:http';

/** Other schemes are ignored, because a reverse proxy may use the header for its own password. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
