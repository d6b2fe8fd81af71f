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
  // With these headers, the answer for the page could have no body (304). The person would then see an empty page.
  delete request.raw.headers['if-none-match'];
  delete request.raw.headers['if-modified-since'];
  reply.code(error.status).callNotFound();
}
