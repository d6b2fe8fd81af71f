import { TimeLimitError } from '#common/time-limit.ts';
import { ApiProblem } from '#web/api.ts';
import { makeRoom } from '#web/documents/make-room.ts';
import { loadProblemMessages } from '#web/requests/problem-messages.ts';
import { type Action, ACTION_FORMAT, kindOf, type NewAction } from './actions.ts';

/* Code for a device that cannot store an action. The code is loaded only on such a device. */

/**
 * Frees space before another attempt. Does so after any error except a timeout: if the disk is full, Chromium reports
 * several errors, not only the error for a used-up quota.
 * @throws the error if the storage did not answer
 */
export async function makeRoomAfter(error: unknown): Promise<void> {
  if (error instanceof TimeLimitError) throw error;
  await makeRoom();
}

export async function storageProblem(error: unknown): Promise<ApiProblem> {
  await loadProblemMessages();
  const code = error instanceof TimeLimitError ? 'outbox.storage_silent' : 'outbox.storage_full';
  return new ApiProblem({ status: 0, code });
}

/** Sends the action without storing it. Used on a device that cannot store actions. */
export async function sendDirectly<Answer>(
  account: string,
  action: NewAction & { id: string },
): Promise<Answer> {
  const unstored: Action = {
    creates: false,
    ...action,
    account,
    seq: 0,
    format: ACTION_FORMAT,
    createdAt: Date.now(),
    problem: null,
  };
  const kind = await kindOf(unstored);
  return kind.send(unstored, () => Promise.resolve()) as Promise<Answer>;
}
