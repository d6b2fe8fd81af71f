import { commonProblems } from '#common/problem.ts';
import { problem } from './problem.ts';

/** What every request knows of the person it comes from, read in one look-up with the session. */
export type Person = {
  userId: string;
  sessionId: string;
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

/** The signed-in person; answers 401 to a visitor. */
export function signedIn(request: { person: Person | null }): Person {
  if (!request.person) throw problem(commonProblems, 'account.sign_in_required');
  return request.person;
}
