import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/** Answers with the status of the problem and the application's page, which shows the reason. Rethrows other errors. */
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
  // With these headers, the answer could be a 304 without a body, and the person would see an empty page.
  delete request.raw.headers['if-none-match'];
  delete request.raw.headers['if-modified-since'];
  reply.code(error.status).callNotFound();
}
