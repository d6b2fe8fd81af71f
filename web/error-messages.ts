import { m } from '#messages';
import { ApiProblem } from './api.ts';
import { problemMessage } from './requests/problem-messages.ts';

/**
 * Returns the message `problem_<code>` of an error. Other errors, and codes without a message, get a general message.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.problem_unknown();
  return problemMessage(error.code)?.(error.params) ?? m.problem_unknown();
}
