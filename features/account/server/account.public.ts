import type { Identify } from '#server/http/access.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { findPerson } from './account.person.ts';
import { sessionCookieFor } from './session-cookie.ts';

/** Finds the person of a request by its session cookie: a signature check, then one statement. */
export function identifyPerson({
  database,
  settings,
}: Pick<Dependencies, 'database' | 'settings'>): Identify {
  const cookie = sessionCookieFor(settings);
  return async (request) => {
    const token = cookie.read(request.headers.cookie);
    if (token === null) return null;
    const found = await findPerson(database, { token, now: Date.now(), settings });
    return found?.person ?? null;
  };
}
