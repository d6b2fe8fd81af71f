import { m } from '#messages';
import { ApiProblem } from './api.ts';
import { problemMessage } from './problem-messages.ts';

/**
 * The message of an error in the user's language: `problem_<code>`. An unknown code, or an error that is not an
 * ApiProblem, gets a general message.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.problem_unknown();
  return problemMessage(error.code)?.(error.params) ?? m.problem_unknown();
}
