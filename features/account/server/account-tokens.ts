import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from '#server/database/database.ts';
import { insertToken, type TokenPurpose, takeToken } from './account-tokens.sql.ts';

const HOUR_MS = 60 * 60 * 1000;
const LIFE_MS = { password_reset: HOUR_MS, email_verification: 72 * HOUR_MS } as const;

/** Makes the secret part of a link in a mail: 256 random bits, of which we keep a hash. */
export async function issueToken(
  connection: Connection,
  { userId, email, purpose, now }: { userId: string; email: string; purpose: TokenPurpose; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + LIFE_MS[purpose]);
  await insertToken(connection, { tokenHash: hashOf(token), userId, purpose, email, expiresAt });
  return token;
}

/** Whose link this is, once; undefined for an unknown, used or expired one. */
export const redeemToken = (
  connection: Connection,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: number },
) => takeToken(connection, { tokenHash: hashOf(token), purpose, now: new Date(now) });

/** No salt: nobody guesses 256 bits. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
