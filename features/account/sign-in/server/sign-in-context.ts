import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Me } from '../../account.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { CreatedSession } from '../../server/account.service.ts';
import type { CookieName } from '../../server/cookie-header.ts';

export type SignInContext = {
  getAuth: () => Promise<AccountAuth>;
  /**
   * Returns headers for better-auth. They contain only the given cookies, and no IP address from the client's headers.
   */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /**
   * Signs a person in. If the deletion of the account is due, the new session is deleted and a problem is thrown. While
   * a review is due, the same happens after a sign-in by passkey or identity provider.
   * @throws account.review_due; if the deletion is due, the problem that an unknown account gets
   */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: CreatedSession;
    by: 'password' | 'second_step' | 'passkey' | 'provider';
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};
