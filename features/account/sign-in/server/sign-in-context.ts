import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Me } from '../../account.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { CreatedSession } from '../../server/account.service.ts';
import type { CookieName } from '../../server/cookie-header.ts';

export type SignInContext = {
  getAuth: () => Promise<AccountAuth>;
  /** Contains only the given cookies, and no client-provided address. */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /**
   * Deletes the new session if the deletion of the account is due, and while a review is due, that of a passkey or an
   * identity provider.
   * @throws account.review_due; if the deletion is due, what an unknown account gets
   */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: CreatedSession;
    by: 'password' | 'second_step' | 'passkey' | 'provider';
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};
