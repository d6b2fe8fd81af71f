import { v4 } from 'uuid';

/** A request that creates something (docs/decisions/0005-idempotency.md). */
export type Submission<Body> = { body: Body; idempotencyKey: string };

/** The keys of submissions that have no response yet, by content. A `Map` has this type. */
export type UnansweredKeys = {
  get: (content: string) => string | undefined;
  set: (content: string, idempotencyKey: string) => unknown;
  delete: (content: string) => unknown;
};

/** Returns the submission of a body. A body with the same content as an unanswered submission gets the same key. */
export function submissionOf<Body>(body: Body, unanswered: UnansweredKeys): Submission<Body> {
  const content = JSON.stringify(body);
  const idempotencyKey = unanswered.get(content) ?? v4();
  unanswered.set(content, idempotencyKey);
  return { body, idempotencyKey };
}

/**
 * Ends a submission. Call it when the submission has settled. If the response is known, the same body gets a new key
 * the next time.
 */
export function settleSubmission(
  { body }: Submission<unknown>,
  { problem, unanswered }: { problem: { status: number; code: string } | null; unanswered: UnansweredKeys },
): void {
  if (problem === null || !isResponseUnknown(problem)) unanswered.delete(JSON.stringify(body));
}

/**
 * Whether the response is unknown. After a lost connection, a timeout or a failed gateway, the server may have
 * processed the request. Any other response ends the submission.
 */
export const isResponseUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status === 0 || status === 408 || status >= 500 || code === 'request.idempotency_in_progress';

/** The submission in the draft of a form (`stored-submission.ts`). */
export type StoredSubmission = { words: string; idempotencyKey: string } | null;
