import { hash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#common/dates.ts';
import type { Connection } from '#server/database/database.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../account.rules.ts';
import { insertToken, lockOwnerOfToken, type TokenPurpose, consumeToken } from './account-tokens.sql.ts';
const TOKEN_LIFETIME_MS: Record<TokenPurpose, number> = {
  password_reset: HOUR_MS,
  email_verification: 72 * HOUR_MS,
  second_factor_removal: HOUR_MS,
  // The link is valid for an hour longer than the delay, because the job that removes the second factor may run late.
  second_factor_removal_cancel: SECOND_FACTOR_REMOVAL_DELAY_MS + HOUR_MS,
};

/** Creates a token of 256 random bits. Only the hash of the token is stored. */
export async function issueToken(
  connection: Connection,
  { userId, email, purpose, now }: { userId: string; email: string; purpose: TokenPurpose; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + TOKEN_LIFETIME_MS[purpose]);
  await insertToken(connection, { tokenHash: hashOf(token), userId, purpose, email, expiresAt });
  return token;
}

/** Locks the account of a link. Returns undefined for an unknown, used or expired link. */
export async function redeemToken(
  transaction: Connection,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: number },
) {
  const tokenHash = hashOf(token);
  await lockOwnerOfToken(transaction, { tokenHash });
  return consumeToken(transaction, { tokenHash, purpose, now: new Date(now) });
}

/** Returns the hash of a token. The hash needs no salt, because 256 random bits cannot be guessed. */
const hashOf = (token: string) => hash('sha256', token, 'base64url');
