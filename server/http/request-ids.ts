import { randomBytes } from 'node:crypto';

/** Unique across processes and restarts, ascending within one process. */
export function assignRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
