import { m } from '#messages';
import { ApiProblem } from './api.ts';
import { problemSentence } from './problem-sentences.ts';

/**
 * The sentence for what went wrong, in the person's language: message `problem_<code>`, or a general one for a code
 * that has none and for anything that is not a problem of ours.
 */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.problem_unknown();
  return problemSentence(error.code)?.(error.params) ?? m.problem_unknown();
}
