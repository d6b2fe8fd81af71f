import type { ZodType } from 'zod';

/** For everyone but the admin, an admin route answers like an unknown path. */
export type Access = 'anyone' | 'member' | 'admin';

/**
 * Has the shape of Fastify's route options. A route is `app.route({ ...endpoint, handler })`.
 * A call is `call(endpoint, { params, querystring, body })`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: `/api/${string}`;
  access: Access;
  /** The caller sends an Idempotency-Key. A repeat within 24 hours gets the first response. */
  idempotent?: true;
  schema: {
    summary: string;
    params?: ZodType;
    querystring?: ZodType;
    headers?: ZodType;
    body?: ZodType;
    /** Media types of a non-JSON body. The handler gets it as a stream. */
    consumes?: readonly string[];
    /** Media types of a non-JSON answer. */
    produces?: readonly string[];
    response: { readonly [status: number]: ZodType };
  };
  /** In addition to `commonProblems`. */
  problems: readonly string[];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
