import { commonProblems } from '#common/problem.ts';
import { problem } from './problem.ts';

/** Who sent the request. One query reads the person together with the session. */
export type Person = {
  userId: string;
  /** null if the request uses a personal API token. */
  sessionId: string | null;
  /** null for a browser session. */
  tokenScope: 'read' | 'read-write' | null;
  email: string;
  emailVerified: boolean;
  displayName: string;
  providerId: string | null;
  /** The tier now in force. */
  tier: 'free' | 'paid';
  /** Milliseconds. */
  paidTierExpiresAt: number | null;
  isAdmin: boolean;
  createdAt: number;
  /** 0 before the first write. */
  listVersion: number;
  /** Whether the list was ever given the example restaurant. */
  hasHadExample: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** null for a visitor. */
    person: Person | null;
  }
}

/** Answers 403 to a personal API token. */
export function sessionOf({ sessionId }: Pick<Person, 'sessionId'>): string {
  if (sessionId === null) throw problem(commonProblems, 'account.token_refused');
  return sessionId;
}

/** Answers 401 to a visitor. */
export function requireUser(request: { person: Person | null }): Person {
  if (!request.person) throw problem(commonProblems, 'account.sign_in_required');
  return request.person;
}
