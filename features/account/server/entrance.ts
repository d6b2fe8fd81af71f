import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Me } from '../account.contract.ts';
import type { AccountAuth } from './account.auth.ts';
import type { MadeSession } from './account.service.ts';
import type { CookieName } from './cookie-header.ts';

/** What all ways of signing in share. */
export type Entrance = {
  auth: AccountAuth;
  /** What better-auth is told of a request: these cookies of ours alone, and never the client's word on its address. */
  headersFor: (request: FastifyRequest, cookies?: readonly CookieName[]) => Headers;
  /** Hands a new session over to the browser. */
  enter: (input: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: MadeSession;
    event: 'account.signed_up' | 'account.signed_in';
  }) => Promise<Me>;
};
