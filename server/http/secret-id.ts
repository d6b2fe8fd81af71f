import { randomBytes } from 'node:crypto';

/** 192 random bits, so that an id cannot be guessed. */
export const newSecretId = (): string => randomBytes(24).toString('base64url');
