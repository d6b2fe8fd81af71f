import { randomBytes } from 'node:crypto';

/**
 * Returns a function that creates request ids. An id is unique across processes and restarts. Within one process, ids
 * are ascending.
 */
export function assignRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
