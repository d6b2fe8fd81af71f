import { hash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { type ApiToken, apiTokenProblems, type NewApiToken, TOKENS_MAXIMUM } from '../api-tokens.contract.ts';
import { personOf } from '../../server/account.person.ts';
import { sessionExists, lockUser } from '../../server/account.sql.ts';
import {
  apiTokensOfUser,
  countApiTokens,
  deleteApiToken,
  insertApiToken,
  personByApiToken,
  setLastUsed,
} from './api-tokens.sql.ts';

/** Prefix by which people and secret scanners recognise a token. */
const PREFIX = 'momokzi_';
/** Minimum milliseconds between two updates of "last used", so that most requests do not write to the database. */
const LAST_USED_UPDATE_INTERVAL_MS = 60_000;

export async function apiTokensOf({
  database,
  userId,
}: {
  database: Database;
  userId: string;
}): Promise<ApiToken[]> {
  const rows = await apiTokensOfUser(database, { userId });
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  }));
}

/**
 * Creates a token. The secret is returned only once, because only its hash is stored.
 * @throws account.sign_in_required, account.token_limit_reached, account.token_name_taken
 */
export async function createToken({
  database,
  userId,
  sessionId,
  form: { name, scope },
}: {
  database: Database;
  userId: string;
  sessionId: string;
  form: NewApiToken;
}): Promise<{ token: ApiToken; secret: string }> {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  const id = uuidv7();
  const createdAt = new Date();
  await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    // A password reset may have ended the session since the request was authenticated.
    if (!(await sessionExists(transaction, { sessionId })))
      throw problem(commonProblems, 'account.sign_in_required');
    if (TOKENS_MAXIMUM <= (await countApiTokens(transaction, { userId }))) {
      throw problem(apiTokenProblems, 'account.token_limit_reached', { limit: TOKENS_MAXIMUM });
    }
    const tokenHash = hashOf(secret);
    const made = await insertApiToken(transaction, { id, userId, name, scope, tokenHash, createdAt });
    if (!made) throw problem(apiTokenProblems, 'account.token_name_taken');
  });
  return { token: { id, name, scope, createdAt: createdAt.getTime(), lastUsedAt: null }, secret };
}

/** @throws account.token_unknown, also for a token of another member */
export async function revokeToken({
  database,
  ...given
}: {
  database: Database;
  userId: string;
  tokenId: string;
}): Promise<void> {
  const { numDeletedRows } = await deleteApiToken(database, given);
  if (numDeletedRows === 0n) throw problem(apiTokenProblems, 'account.token_unknown');
}

/** Returns the owner of a token. The admin's token gives no admin rights. */
export async function findPersonByToken({
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
  const row = await personByApiToken(database, { tokenHash: hashOf(secret) });
  if (!row) return null;
  const isLastUseRecorded =
    row.lastUsedAt !== null && now - row.lastUsedAt.getTime() < LAST_USED_UPDATE_INTERVAL_MS;
  if (!isLastUseRecorded) await setLastUsed(database, { tokenId: row.tokenId, at: new Date(now) });
  const { person } = personOf({ row, now, settings });
  return { ...person, isAdmin: false, sessionId: null, tokenScope: row.scope, tokenName: row.tokenName };
}

/** Returns the hash of a secret. The hash needs no salt, because 256 random bits cannot be guessed. */
const hashOf = (secret: string) => hash('sha256', secret, 'base64url');
