import { v7 } from 'uuid';

/** What is sent to create something, under its Idempotency-Key (docs/decisions/idempotency.md). */
export type Submission<Body> = { body: Body; idempotencyKey: string };

/** The keys of submissions that have no answer yet, by what they say. A Map will do. */
export type UnansweredKeys = {
  get: (words: string) => string | undefined;
  set: (words: string, idempotencyKey: string) => unknown;
  delete: (words: string) => unknown;
};

/** The submission of this body: under the key of the unanswered one that says the same, else under a new key. */
export function submissionOf<Body>(body: Body, unanswered: UnansweredKeys): Submission<Body> {
  const words = JSON.stringify(body);
  const idempotencyKey = unanswered.get(words) ?? v7();
  unanswered.set(words, idempotencyKey);
  return { body, idempotencyKey };
}

/** Ends a submission unless the server may have taken it: the same body may be sent again under a new key. */
export function settleSubmission(
  { body }: Submission<unknown>,
  { problem, unanswered }: { problem: { status: number; code: string } | null; unanswered: UnansweredKeys },
): void {
  if (problem === null || !isAnswerUnknown(problem)) unanswered.delete(JSON.stringify(body));
}

/**
 * Whether the server may have taken what was sent although no answer came: a lost connection, a time-out, a broken
 * gateway. Any other answer ends the submission.
 */
export const isAnswerUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status === 0 || status === 408 || status >= 500 || code === 'request.idempotency_in_progress';

/** The one unanswered submission of a form, as its draft stores it (`stored-submission.ts`). */
export type StoredSubmission = { words: string; idempotencyKey: string } | null;

/** The keys of a form whose draft survives the page: only the latest submission is kept. */
export function keysInDraft({
  read,
  write,
}: {
  read: () => StoredSubmission;
  write: (submission: StoredSubmission) => void;
}): UnansweredKeys {
  const get = (words: string) => {
    const stored = read();
    return stored?.words === words ? stored.idempotencyKey : undefined;
  };
  return {
    get,
    set: (words, idempotencyKey) => write({ words, idempotencyKey }),
    delete: (words) => get(words) !== undefined && write(null),
  };
}
