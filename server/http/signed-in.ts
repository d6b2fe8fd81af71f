import { commonProblems } from '#common/problem.ts';
import { problem } from './problem.ts';

/** What every request knows of the person it comes from, read in one look-up with the session. */
export type Person = {
  userId: string;
  /** null when a personal API token speaks for the person. */
  sessionId: string | null;
  /** What that token may do; null for a browser's session. */
  tokenScope: 'read' | 'read-write' | null;
  email: string;
  emailVerified: boolean;
  displayName: string;
  providerId: string | null;
  /** The tier in force now. */
  tier: 'free' | 'paid';
  /** Milliseconds. */
  paidTierExpiresAt: number | null;
  isAdmin: boolean;
  createdAt: number;
  /** Version of the person's list; 0 before the first write. */
  listVersion: number;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** null for a visitor. */
    person: Person | null;
  }
}

/** The session a person came with; answers 403 to a personal API token. */
export function sessionOf({ sessionId }: Pick<Person, 'sessionId'>): string {
  if (sessionId === null) throw problem(commonProblems, 'account.token_refused');
  return sessionId;
}

/** The signed-in person; answers 401 to a visitor. */
export function signedIn(request: { person: Person | null }): Person {
  if (!request.person) throw problem(commonProblems, 'account.sign_in_required');
  return request.person;
}
