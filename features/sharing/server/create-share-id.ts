import { randomBytes } from 'node:crypto';

/** 192 random bits, so that a link cannot be guessed. */
export const newShareId = (): string => randomBytes(24).toString('base64url');
