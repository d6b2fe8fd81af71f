import { commonProblems } from '#common/problem.ts';
import { problem } from './problem.ts';

/** The member who sent the request. One query reads the member together with the session. */
export type Person = {
  userId: string;
  /** The id of the session. It is null if the request uses a personal API token. */
  sessionId: string | null;
  /** The scope of the API token. It is null for a browser session. */
  tokenScope: 'read' | 'read-write' | null;
  /** The name of the API token. It is null for a browser session. */
  tokenName: string | null;
  email: string;
  emailVerified: boolean;
  displayName: string;
  providerId: string | null;
  /** The current tier. */
  tier: 'free' | 'paid';
  /** The end of the paid tier as a timestamp in milliseconds. */
  paidTierExpiresAt: number | null;
  endedByRefund: boolean;
  isAdmin: boolean;
  createdAt: number;
  /** The version of the member's list. It is 0 before the first write. */
  listVersion: number;
  /** Whether the list ever contained the example restaurant. */
  hasHadExample: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who sent the request. It is null for a visitor. */
    person: Person | null;
  }
}

/** Returns the id of the session. A request with a personal API token is answered with 403. */
export function sessionOf({ sessionId }: Pick<Person, 'sessionId'>): string {
  if (sessionId === null) throw problem(commonProblems, 'account.token_refused');
  return sessionId;
}

/** Returns the member who sent the request. A visitor is answered with 401. */
export function requireUser(request: { person: Person | null }): Person {
  if (!request.person) throw problem(commonProblems, 'account.sign_in_required');
  return request.person;
}
