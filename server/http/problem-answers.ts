import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { fieldErrors } from '#common/field-errors.ts';
import { commonProblems, type FieldError, type Problem } from '#common/problem.ts';
import type { App } from './feature.ts';
import { ProblemError } from './problem.ts';

type CommonCode = keyof typeof commonProblems;

/** Fastify's own refusals, in our words. */
const FRAMEWORK_CODES: Record<string, CommonCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_HANDLER_TIMEOUT: 'server.unavailable',
};

/** Carries zod's issues out of Fastify's validation. */
export class InvalidRequest extends Error {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('request.invalid');
    this.errors = errors;
  }
}

/** Checks with a zod schema and names all invalid fields at once. */
export const validatorCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (input: unknown) => {
    const checked = schema.safeParse(input);
    return checked.success
      ? { value: checked.data }
      : { error: new InvalidRequest(fieldErrors(checked.error.issues, input)) };
  };

/** Every answer that is not a success is problem+json with a dotted code. */
export function answerWithProblems(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError({ error, request, reply }));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, { code: 'request.not_found', status: 404 }));
}

export function sendError({
  error,
  request,
  reply,
}: {
  error: Error;
  request: FastifyRequest;
  reply: FastifyReply;
}): FastifyReply {
  if (error instanceof ProblemError) {
    return sendProblem(reply, {
      code: error.code,
      status: error.status,
      ...(error.params && { params: error.params }),
    });
  }
  if (error instanceof InvalidRequest) {
    return sendProblem(reply, { code: 'request.invalid', status: 400, errors: error.errors });
  }
  const { code = '', statusCode = 500 } = error as FastifyError;
  const known = FRAMEWORK_CODES[code];
  if (known) return sendProblem(reply, { code: known, status: commonProblems[known] });
  if (statusCode >= 400 && statusCode < 500) {
    return sendProblem(reply, { code: 'request.malformed', status: 400 });
  }
  request.log.error({ err: error }, 'failed');
  return sendProblem(reply, { code: 'server.failed', status: 500 });
}

/** Writes a problem; `type` is the code as a relative address, `title` the HTTP status in words. */
export function sendProblem(
  reply: FastifyReply,
  { code, status, params, errors }: Pick<Problem, 'code' | 'status' | 'params' | 'errors'>,
): FastifyReply {
  const body: Problem = {
    type: `/problems/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    ...(params && { params }),
    ...(errors && { errors }),
    instance: reply.request.id,
  };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}
