import { ApiProblem } from '../api.ts';
import { messageOf } from '../error-messages.ts';
import { loadProblemMessages } from './problem-messages.ts';

/**
 * Sends a list that is too long for one request in several requests, one after another. Each request has its own
 * idempotency key, so that a repetition creates nothing twice.
 * @throws the problem of the first request; `request.partly_sent` if a later request fails
 */
export async function sendInParts<Item, Answer>(
  items: readonly Item[],
  {
    maximum,
    idempotencyKey,
    send,
  }: {
    maximum: number;
    idempotencyKey: string;
    send: (part: Item[], idempotencyKey: string) => Promise<Answer>;
  },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += maximum) {
    try {
      answers.push(await send(items.slice(at, at + maximum), `${idempotencyKey}-${at}`));
    } catch (problem) {
      if (at === 0) throw problem;
      await loadProblemMessages();
      throw new ApiProblem({
        status: 409,
        code: 'request.partly_sent',
        params: { count: at, reason: messageOf(problem) },
      });
    }
  }
  return answers;
}
