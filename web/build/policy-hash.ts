import { createHash } from 'node:crypto';

/** Returns the hash of a text in the format of a content security policy. */
export const policyHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
