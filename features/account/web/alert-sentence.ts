import { m } from '#messages';
import type { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';

/**
 * Returns the message of a problem. If the server did not respond, the message also states what to do.
 * @param otherwise message for a problem without a specific text
 */
export function alertSentence({
  problem,
  otherwise,
}: {
  problem: Pick<ApiProblem, 'code'>;
  otherwise: string;
}): string {
  const { code } = problem;
  if (code.startsWith('network.')) return `${otherwise} ${m.account_check_connection()}`;
  return code.startsWith('account.') || code === 'request.too_many' ? messageOf(problem) : otherwise;
}
