/**
 * One intent to create something, under one Idempotency-Key. It lives until the server has answered, so that pressing
 * again after a lost answer, even on a page loaded anew, creates nothing twice.
 */
export type Submission<Body> = { idempotencyKey: string; body: Body };

/** The submission for this body: the pending one if it says the same, else a new one. */
export function submissionOf<Body>({
  body,
  pending,
  newKey,
}: {
  body: Body;
  pending: Submission<Body> | null;
  newKey: () => string;
}): Submission<Body> {
  const saysTheSame = pending !== null && JSON.stringify(pending.body) === JSON.stringify(body);
  return saysTheSame ? pending : { idempotencyKey: newKey(), body };
}

/**
 * Whether the server may have taken what was sent although no answer to it came: a lost connection, a time-out, a
 * broken gateway. Any other answer ends the submission; the same words may be sent again under a new key.
 */
export const isAnswerUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status === 0 || status === 408 || status >= 500 || code === 'request.idempotency_in_progress';
