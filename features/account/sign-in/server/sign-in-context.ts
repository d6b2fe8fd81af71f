import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Me } from '../../account.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { CreatedSession } from '../../server/account.service.ts';
import type { CookieName } from '../../server/cookie-header.ts';

/** Shared by all sign-in methods. */
export type SignInContext = {
  auth: AccountAuth;
  /** Headers passed to better-auth: only the given cookies, and no client-provided address. */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /**
   * Sets a new session in the browser.
   * @throws account.review_due for a passkey or an identity provider while a review is due. The new session is then
   * deleted.
   */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: CreatedSession;
    by: 'password' | 'second_step' | 'passkey' | 'provider';
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};
