import { randomBytes } from 'node:crypto';

/** Ids of requests: unique over processes and restarts, in order within one process. */
export function numberRequests(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
