import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';

/**
 * One intent to add a place, under one Idempotency-Key. It lives until the server has answered, so that pressing
 * again after a lost answer, even on a page loaded anew, adds nothing twice.
 */
export type Submission = { idempotencyKey: string; body: NewRestaurant };

/** The submission for this body: the pending one if it says the same, else a new one. */
export function submissionOf({
  body,
  pending,
  newKey,
}: {
  body: NewRestaurant;
  pending: Submission | null;
  newKey: () => string;
}): Submission {
  const saysTheSame = pending !== null && JSON.stringify(pending.body) === JSON.stringify(body);
  return saysTheSame ? pending : { idempotencyKey: newKey(), body };
}

/**
 * Whether the server may have taken what was sent although no answer to it came: a lost connection, a time-out, a
 * broken gateway. Any other answer ends the submission; the same words may be sent again under a new key.
 */
export const isAnswerUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status === 0 || status === 408 || status >= 500 || code === 'request.idempotency_in_progress';

/** What is sent of the form: a place not yet visited has no rating, no review and nothing to share. */
export function bodyOf(form: NewRestaurant): NewRestaurant {
  if (form.status === '방문 완료') return form;
  const { rating: _rating, review: _review, isShared: _isShared, ...rest } = form;
  return rest;
}
