import type { ZodType } from 'zod';

/**
 * Who may call: anyone, a signed-in member, or the admin. For everyone but the admin, an admin route answers like an
 * unknown path.
 */
export type Access = 'anyone' | 'member' | 'admin';

/**
 * A contract between server and browser, in the shape of Fastify's route options so that a route is
 * `app.route({ ...endpoint, handler })` and a call is `call(endpoint, { params, querystring, body })`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: `/api/${string}`;
  access: Access;
  /**
   * The endpoint creates something. The caller sends an Idempotency-Key; a repeat within 24 hours gets the first
   * response.
   */
  idempotent?: true;
  schema: {
    summary: string;
    params?: ZodType;
    querystring?: ZodType;
    headers?: ZodType;
    body?: ZodType;
    /** Media types of a non-JSON body; the handler gets it as a stream. */
    consumes?: readonly string[];
    /** Media types of a non-JSON answer. */
    produces?: readonly string[];
    response: { readonly [status: number]: ZodType };
  };
  /** Problem codes of this endpoint in addition to `commonProblems`. */
  problems: readonly string[];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
