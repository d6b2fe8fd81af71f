import { hash } from 'node:crypto';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { personOf } from '../../server/account.person.ts';
import { tokenScopeOf } from '../connected-apps.rules.ts';
import { personByAppToken, setConnectionUsed } from './connected-apps.sql.ts';

/** The beginning of the access tokens of apps. A personal API token cannot begin with it. */
export const APP_TOKEN_PREFIX = 'momokzi-app_';

/** Minimum milliseconds between two updates of "last used", so that most requests do not write to the database. */
const LAST_USED_UPDATE_INTERVAL_MS = 60_000;

/** Returns the member who has connected the app with this access token. The admin's app gets no admin rights. */
export async function findPersonByAppToken({
  database,
  secret,
  now,
  settings,
}: {
  database: Database;
  secret: string;
  now: number;
  settings: Pick<Settings, 'ADMIN_UID' | 'ADMIN_EMAIL'>;
}): Promise<Person | null> {
  const tokenHash = appTokenHash(secret.slice(APP_TOKEN_PREFIX.length));
  const row = await personByAppToken(database, { tokenHash, now: new Date(now) });
  if (!row) return null;
  const isLastUseRecorded =
    row.lastUsedAt !== null && now - row.lastUsedAt.getTime() < LAST_USED_UPDATE_INTERVAL_MS;
  if (!isLastUseRecorded) await setConnectionUsed(database, { appId: row.appId, at: new Date(now) });
  const { person } = personOf({ row, now, settings });
  return {
    ...person,
    isAdmin: false,
    sessionId: null,
    tokenScope: tokenScopeOf(row.tokenScopes, row.connectionScopes),
    tokenName: row.appName,
  };
}

/** Returns the hash of a token or code. The hash needs no salt, because the secrets are random and long. */
export const appTokenHash = (secret: string) => hash('sha256', secret, 'base64url');
