import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { fieldErrors } from '#common/field-errors.ts';
import { commonProblems, type Problem } from '#common/problem.ts';
import { storageProblem } from './disk-reserve.ts';
import type { App } from './feature.ts';
import { InvalidRequest, ProblemError, problem } from './problem.ts';
import { methodsAt } from './route-table.ts';

type CommonCode = keyof typeof commonProblems;

/** Sends every answer that is not a success as problem+json with a dotted code. */
export function registerProblemHandlers(app: App, { sendPage }: { sendPage: SendPage }): void {
  app.setErrorHandler((error: Error, request, reply) => sendError({ error, request, reply }));

  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage({ request, reply }) ??
    sendError({ error: unknownAddress({ app, request, reply }), request, reply });
  app.setNotFoundHandler(answerUnknown);
  // This hook runs before the body is read, because the answer to an invalid body must not reveal whether an address
  // exists.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
}

/** Sends the page or the file of the address. Returns null if the address is neither a page nor a file. */
export type SendPage = (exchange: { request: FastifyRequest; reply: FastifyReply }) => FastifyReply | null;

/** Validates the input. Reports all invalid fields at once. */
export const validatorCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (input: unknown) => {
    const checked = schema.safeParse(input);
    if (checked.success) return { value: checked.data };
    return { error: new InvalidRequest(fieldErrors(checked.error.issues, input)) };
  };

/** Answers an error. An unexpected error is logged and answered without details. */
export function sendError({
  error,
  request,
  reply,
}: {
  error: Error;
  request: FastifyRequest;
  reply: FastifyReply;
}): FastifyReply {
  if (error instanceof InvalidRequest) {
    return sendProblem(reply, { code: 'request.invalid', status: 400, errors: error.errors });
  }
  const { code, status, params } = asProblem(error);
  if (status >= 500) request.log.error({ err: error }, code);
  if (isUndeclared({ code, request }))
    request.log.error({ undeclared: code }, 'a problem that the contract does not declare');
  if (params?.retryAfterSeconds !== undefined) reply.header('retry-after', params.retryAfterSeconds);
  return sendProblem(reply, { code, status, ...(params && { params }) });
}

/**
 * Sends a problem. `type` is a URI derived from the code, `title` is the status text, and `instance` is the request id.
 */
function sendProblem(
  reply: FastifyReply,
  { code, status, params, errors }: Pick<Problem, 'code' | 'status' | 'params' | 'errors'>,
): FastifyReply {
  const body: Problem = {
    type: `/problems/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    instance: reply.request.id,
    ...(params && { params }),
    ...(errors && { errors }),
  };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}

/** Returns the problem with which an error is answered. */
export function asProblem(error: Error): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = CODE_OF_FASTIFY[code];
  if (known) return problem(commonProblems, known);
  if (isAccountDeleted(error)) return problem(commonProblems, 'account.sign_in_required');
  const storage = storageProblem(error);
  if (storage) return storage;
  if (isDatabaseUnavailable(error)) {
    return problem(commonProblems, 'server.unavailable', { retryAfterSeconds: 1 });
  }
  if (statusCode >= 400 && statusCode < 500) return problem(commonProblems, 'request.malformed');
  return problem(commonProblems, 'server.failed');
}

const CODE_OF_FASTIFY: Record<string, CommonCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
};

/** The SQLSTATEs of temporary failures. The same request may succeed in a moment. */
const UNAVAILABLE_SQLSTATES = /^(08\d\d\w|25006|40001|40P01|53[0-4]00|55P03|57014|57P0[1-5])$/;
/** The messages of temporary failures. `pg` throws these errors without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether the database is unavailable. `syscall` is `connect` if no connection could be opened. Errors of other system
 * calls do not come from the database.
 */
function isDatabaseUnavailable({
  code = '',
  syscall,
  message,
}: Error & { code?: string; syscall?: string }): boolean {
  const isConnectionError = syscall === 'connect' || code === 'ECONNRESET' || code === 'EPIPE';
  return UNAVAILABLE_SQLSTATES.test(code) || UNAVAILABLE_MESSAGES.test(message) || isConnectionError;
}

/** Whether the account was deleted between the access check and the write. A foreign key to `users` then fails. */
const isAccountDeleted = ({
  code,
  constraint = '',
}: Error & { code?: string; constraint?: string }): boolean =>
  code === '23503' && /_(user_id|owner_id|reporter_uid|added_by_uid|private_to_uid)_fkey$/.test(constraint);

function isUndeclared({ code, request }: { code: string; request: FastifyRequest }): boolean {
  const { problems } = request.routeOptions.config;
  return problems !== undefined && !(code in commonProblems) && !problems.includes(code);
}

function unknownAddress({
  app,
  request,
  reply,
}: {
  app: App;
  request: FastifyRequest;
  reply: FastifyReply;
}): ProblemError {
  const [path = ''] = request.url.split('?');
  const methods = methodsAt({ routes: app.routeTable, path });
  // Either the address is unknown, or its handler answered 404.
  if (methods.length === 0 || methods.includes(request.method)) {
    return problem(commonProblems, 'request.not_found');
  }
  reply.header('allow', methods.join(', '));
  return problem(commonProblems, 'request.method_not_allowed');
}
