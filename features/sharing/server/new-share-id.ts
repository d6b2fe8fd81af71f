import { randomBytes } from 'node:crypto';

/** 192 random bits: whoever does not have the link cannot find it. */
export const newShareId = (): string => randomBytes(24).toString('base64url');
