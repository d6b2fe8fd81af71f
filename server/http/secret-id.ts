import { randomBytes } from 'node:crypto';

/** 192 random bits, so that the id of a link or a collection cannot be guessed. */
export const newSecretId = (): string => randomBytes(24).toString('base64url');
