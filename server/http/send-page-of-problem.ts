import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/**
 * For a page address whose content is unavailable: answers with the status of the problem and the page of the
 * application, which shows the reason. Rethrows other errors.
 */
export function sendPageOfProblem({
  error,
  request,
  reply,
}: {
  error: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}): void {
  if (!(error instanceof ProblemError)) throw error;
  // Without this line, the page could be answered with 304 and would then be an empty page with this status.
  delete request.raw.headers['if-none-match'];
  delete request.raw.headers['if-modified-since'];
  reply.code(error.status).callNotFound();
}
