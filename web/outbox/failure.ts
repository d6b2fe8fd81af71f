import { ApiProblem } from '#web/api.ts';

/**
 * What follows from an attempt that failed:
 * - refuse: the action is returned to its form, or stored with the reason. The next action is sent.
 * - wait: this action and the later ones on the same object are sent in a later round. Other actions are sent now.
 * - wait-all: no action can be sent now.
 * - sign-in: no action can be sent before the member signs in again.
 */
export type Consequence = 'refuse' | 'wait' | 'wait-all' | 'sign-in';

/**
 * @param temporaryProblems codes of `Kind.temporaryProblems`
 * @param isAwaited whether a form waits for the answer
 */
export function consequenceOf(
  error: unknown,
  { temporaryProblems, isAwaited }: { temporaryProblems: readonly string[]; isAwaited: boolean },
): Consequence {
  if (!(error instanceof ApiProblem)) return 'wait';
  const { status, code } = error;
  if (temporaryProblems.includes(code)) return isAwaited ? 'refuse' : 'wait';
  if (UPLOAD_PROBLEMS.has(code)) return 'wait';
  if (UNREACHABLE_STATUSES.has(status) || code === 'request.idempotency_in_progress') return 'wait-all';
  if (status === 401) return 'sign-in';
  return status >= 500 ? 'wait' : 'refuse';
}

/** Codes of problems that concern only uploads. */
const UPLOAD_PROBLEMS = new Set(['photos.busy', 'photos.too_many_unused', 'server.storage_full']);

/** Statuses without connection (0), or with which the server or a proxy asks to wait. */
const UNREACHABLE_STATUSES = new Set([0, 408, 429, 502, 503, 504]);

/**
 * Why actions wait: there is no network, the server failed (5xx), there was no answer (for example on a bad
 * connection), or the server can accept them only later.
 */
export type Delay = 'offline' | 'server' | 'unanswered' | 'later';

export function delayAfter(error: unknown): Delay {
  if (!(error instanceof ApiProblem)) return 'later';
  if (error.status === 0) return 'unanswered';
  return error.status >= 500 ? 'server' : 'later';
}
