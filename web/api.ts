import type { Call, Endpoint } from '#common/endpoint.ts';
import type { FieldError, Problem } from '#common/problem.ts';
import { TimeLimitError, withTimeLimit } from '#common/time-limit.ts';
import type { z } from 'zod';
import { isOnline, noteAnswer } from './online.ts';
import { loadProblemMessages } from './requests/problem-messages.ts';
import { noteServerTime } from './requests/server-clock.ts';

type Schema = Endpoint['schema'];
type SchemaOf<E extends Call> = NonNullable<E['schema']>;
type InputOf<S> = S extends z.ZodType ? z.input<S> : never;

export type CallInput<E extends Call> = Part<SchemaOf<E>, 'params'> &
  Part<SchemaOf<E>, 'querystring'> &
  Part<SchemaOf<E>, 'body'> &
  (E extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: never }) & {
    signal?: AbortSignal;
    /**
     * The uid of the account for which the device stored the write. The server refuses the call if the session belongs
     * to another account.
     */
    account?: string;
    /** Time limit for the whole response. Default: half a minute. */
    timeoutMilliseconds?: number;
  };

type Part<S extends Schema, Name extends 'params' | 'querystring' | 'body'> = S[Name] extends z.ZodType
  ? undefined extends InputOf<S[Name]>
    ? { [N in Name]?: InputOf<S[Name]> }
    : Record<never, never> extends InputOf<S[Name]>
      ? { [N in Name]?: InputOf<S[Name]> }
      : { [N in Name]: InputOf<S[Name]> }
  : { [N in Name]?: never };

type Success = 200 | 201 | 202;

export type CallOutput<E extends Call> = {
  [S in Success]: SchemaOf<E>['response'] extends { readonly [K in S]: infer R extends z.ZodType }
    ? z.output<R>
    : never;
}[Success];

/**
 * Calls an endpoint. The contract gives the type of the response, but the browser does not validate the response,
 * because the server serialises it with the same schema. In addition, parsing a list of ten thousand places would be
 * slow on a phone.
 * @throws ApiProblem for every failure: the server's problem, `network.offline`, `network.failed`, `network.timed_out`,
 * or `server.failed` for a response that is not from this API. If `signal` aborts the call, the reason of the signal is
 * thrown
 * @example await call(getRestaurant, { params: { restaurantId }, signal })
 */
export async function call<const E extends Call>(endpoint: E, input: CallInput<E>): Promise<CallOutput<E>> {
  const { params, querystring, body, idempotencyKey, account, signal, timeoutMilliseconds } =
    input as LooseInput;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (account !== undefined) headers['momokzi-account'] = account;
  const request = async (limitedSignal: AbortSignal) => {
    const answered = await fetch(urlOf(endpoint.url, { params, querystring }), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: limitedSignal,
    });
    return { response: answered, text: await answered.text() };
  };
  const limit = { ms: timeoutMilliseconds ?? ANSWER_MILLISECONDS, what: endpoint.url, signal };
  const { response, text } = await withTimeLimit(request, limit).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw error instanceof TimeLimitError
      ? new ApiProblem({ status: 0, code: 'network.timed_out' })
      : lostConnection();
  });
  noteAnswer(response);
  noteServerTime(response);
  const answer = parsed(text);
  if (!response.ok) {
    await loadProblemMessages();
    throw problemOf(response, answer);
  }
  if (answer === undefined) throw new ApiProblem({ status: response.status, code: 'server.failed' });
  return answer as CallOutput<E>;
}

/** The error of a failed call. Screens decide by `code` and show `messageOf` (web/error-messages.ts). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The HTTP status. It is 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string | number>;
  /** All invalid fields of a rejected form. */
  readonly errors: readonly FieldError[];

  constructor(problem: Pick<Problem, 'status' | 'code'> & Partial<Pick<Problem, 'params' | 'errors'>>) {
    super(problem.code);
    this.status = problem.status;
    this.code = problem.code;
    this.params = problem.params ?? {};
    this.errors = problem.errors ?? [];
  }
}

/** Creates the problem of a request without a response. */
export const lostConnection = (): ApiProblem =>
  new ApiProblem({ status: 0, code: isOnline() ? 'network.failed' : 'network.offline' });

/** Creates the error for a page that only the server can provide and that could not be loaded. */
export const documentUnreachable = (): ApiProblem => new ApiProblem({ status: 0, code: 'network.document' });

/** Whether there was no response. The same call may succeed later. */
export const isNetworkProblem = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code.startsWith('network.');

const RETRIES = 2;

/**
 * Decides for TanStack Query whether a failed request is repeated. A request is repeated up to twice if the connection
 * was lost and the browser reports a network. It is not repeated after a timeout, because the user has already waited
 * long. It is not repeated after a response, because the next response would be the same.
 */
export const retryLostConnection = (failures: number, error: ApiProblem): boolean =>
  isOnline() && failures < RETRIES && isNetworkProblem(error) && error.code !== 'network.timed_out';

/** Default time limit for a response. It is long enough for a slow mobile connection. */
const ANSWER_MILLISECONDS = 30_000;

type UrlValues = Record<string, string | number | boolean | null | undefined>;

type UrlParts = { params?: UrlValues | undefined; querystring?: UrlValues | undefined };

type LooseInput = UrlParts & {
  body?: unknown;
  idempotencyKey?: string;
  account?: string;
  signal?: AbortSignal;
  timeoutMilliseconds?: number;
};

export function urlOf(template: string, { params = {}, querystring = {} }: UrlParts): string {
  const path = template.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(querystring))
    if (value !== undefined && value !== null) search.append(name, String(value));
  // `URLSearchParams.size` cannot be used, because it is missing before Chrome 113 and Safari 17.
  const query = search.toString();
  return query ? `${path}?${query}` : path;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(response: Response, answer: unknown) {
  const problem = answer as Partial<Problem> | undefined;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem || typeof problem?.code !== 'string')
    return new ApiProblem({ status: response.status, code: 'server.failed' });
  return new ApiProblem({
    status: response.status,
    code: problem.code,
    ...(problem.params ? { params: problem.params } : {}),
    ...(problem.errors ? { errors: problem.errors } : {}),
  });
}
