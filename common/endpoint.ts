import type { ZodType } from 'zod';

/** Who may call an endpoint. For everyone except the admin, an admin route answers like an unknown path. */
export type Access = 'anyone' | 'member' | 'admin';

/**
 * The declaration of an endpoint. It has the shape of Fastify's route options, so a route is `app.route({ ...endpoint,
 * handler })`.
 * A call is `call(endpoint, { params, querystring, body })`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: `/api/${string}`;
  access: Access;
  /** The caller sends an Idempotency-Key. A repeated request within 24 hours gets the first response. */
  idempotent?: true;
  schema: {
    summary: string;
    params?: ZodType;
    querystring?: ZodType;
    headers?: ZodType;
    body?: ZodType;
    /** Media types of a body that is not JSON. The handler gets the body as a stream. */
    consumes?: readonly string[];
    /** Media types of an answer that is not JSON. */
    produces?: readonly string[];
    response: { readonly [status: number]: ZodType };
  };
  /** The problem codes of the endpoint, in addition to `commonProblems`. */
  problems: readonly string[];
};

/**
 * The part of an endpoint that a request needs. A screen that is loaded first declares it instead of importing the
 * contract, because a contract loads zod (26 KB). The compiler compares method and URL with the contract.
 * @example const getMe: Call<typeof contract.getMe> = { method: 'GET', url: '/api/me' };
 */
export type Call<E extends Endpoint = Endpoint> = Omit<E, 'access' | 'problems' | 'schema'> & {
  schema?: E['schema'];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
