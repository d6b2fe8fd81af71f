import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Me } from '../../account.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { CreatedSession } from '../../server/account.service.ts';
import type { CookieName } from '../../server/cookie-header.ts';

export type SignInContext = {
  auth: AccountAuth;
  /** Contains only the given cookies, and no client-provided address. */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /**
   * While a review is due, deletes the new session of a passkey or an identity provider.
   * @throws account.review_due
   */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: CreatedSession;
    by: 'password' | 'second_step' | 'passkey' | 'provider';
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};
