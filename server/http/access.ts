import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#common/endpoint.ts';
import { commonProblems, problemStatus } from '#common/problem.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';
import type { Person } from './require-user.ts';

/** Reads the session or the personal API token. Returns null for a visitor. */
export type Identify = (request: FastifyRequest) => Promise<Person | null>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access level of the route. It is required for every route under /api. */
    access?: Access;
    problems?: readonly string[];
    /** The route itself refuses writes with a read-only token. It is for routes that read by POST. */
    checksTokenScope?: true;
    /** The route accepts the access tokens of connected apps, besides personal API tokens. */
    acceptsAppTokens?: true;
  }
  interface FastifyRequest {
    /** Sets `request.person`. On routes for members and the admin it is already set. */
    identify: () => Promise<Person | null>;
  }
}

/**
 * The request header that names an account. The device sends it with a stored request. If another account is signed in
 * now, the request is refused.
 */
const ACCOUNT_HEADER = 'momokzi-account';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The beginnings of the paths that API tokens cannot use. A leaked token must not be able to change the password,
 * create tokens or sessions, or delete the account. Because paths are compared, new routes below them are covered as
 * well.
 */
const ACCOUNT_ADDRESSES = ['/api/account/', '/api/auth/'];

/** Enforces the access level of every route under /api before the body is read. */
export function enforceAccess(app: App, { identify }: { identify: Identify }): void {
  app.decorateRequest('person', null);
  app.decorateRequest('identify', async function (this: FastifyRequest) {
    this.person ??= await identify(this);
    const mayWrite = this.person?.tokenScope !== 'read';
    const isRead = READS.has(this.method) || this.routeOptions.config.checksTokenScope;
    if (!mayWrite && !isRead) throw problem(commonProblems, 'account.token_read_only');
    return this.person;
  });

  app.addHook('onRoute', (route) => {
    const { access, problems, idempotent } = route as Partial<Endpoint>;
    if (!access && route.url.startsWith('/api')) {
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it (access).`);
    }
    const unknown = problems?.find((code) => problemStatus(code) === undefined);
    if (unknown) throw new Error(`${route.url} lists the problem ${unknown}, which no contract declares.`);
    route.config = {
      ...route.config,
      ...(access && { access }),
      ...(problems && { problems }),
      ...(idempotent && { idempotent }),
    };
  });

  app.addHook('onRequest', async (request, reply) => {
    const isAccount = ACCOUNT_ADDRESSES.some((start) => request.routeOptions.url?.startsWith(start));
    if (isAccount && bearerOf(request.headers) !== null) {
      throw problem(commonProblems, 'account.token_refused');
    }
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'anyone') return;
    const person = await request.identify();
    if (access === 'admin' && !person?.isAdmin) return answerAsUnknown(reply);
    if (!person) throw problem(commonProblems, 'account.sign_in_required');
    const account = request.headers[ACCOUNT_HEADER];
    if (account !== undefined && account !== person.userId)
      throw problem(commonProblems, 'account.sign_in_required');
  });
}

function answerAsUnknown(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
