import { ApiProblem } from '#web/api.ts';
import { loadProblemMessages } from '#web/requests/problem-messages.ts';

/**
 * Converts the error of a screen whose data is not stored on this device: `network.offline` becomes `network.not_kept`.
 * Returns any other error unchanged.
 */
export async function notKept(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiProblem) || error.code !== 'network.offline') return error;
  await loadProblemMessages();
  return new ApiProblem({ status: 0, code: 'network.not_kept' });
}
