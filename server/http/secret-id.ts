import { randomBytes } from 'node:crypto';

/** Returns a new id of 192 random bits, which cannot be guessed. */
export const newSecretId = (): string => randomBytes(24).toString('base64url');
