import { v4 } from 'uuid';

/** A request that creates something (docs/decisions/0005-idempotency.md). */
export type Submission<Body> = { body: Body; idempotencyKey: string };

/** Keys of submissions without a response yet, by content. A Map is sufficient. */
export type UnansweredKeys = {
  get: (content: string) => string | undefined;
  set: (content: string, idempotencyKey: string) => unknown;
  delete: (content: string) => unknown;
};

/** The same content as an unanswered submission gets the same key. */
export function submissionOf<Body>(body: Body, unanswered: UnansweredKeys): Submission<Body> {
  const content = JSON.stringify(body);
  const idempotencyKey = unanswered.get(content) ?? v4();
  unanswered.set(content, idempotencyKey);
  return { body, idempotencyKey };
}

/** Call it when a submission has settled. The same body then gets a new key, unless the response is unknown. */
export function settleSubmission(
  { body }: Submission<unknown>,
  { problem, unanswered }: { problem: { status: number; code: string } | null; unanswered: UnansweredKeys },
): void {
  if (problem === null || !isResponseUnknown(problem)) unanswered.delete(JSON.stringify(body));
}

/**
 * The server may have processed the request after a lost connection, a timeout or a failed gateway.
 * Any other response ends the submission.
 */
export const isResponseUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status === 0 || status === 408 || status >= 500 || code === 'request.idempotency_in_progress';

/** Part of a form's draft (`stored-submission.ts`). */
export type StoredSubmission = { words: string; idempotencyKey: string } | null;
