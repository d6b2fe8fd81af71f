import { problemSentences } from '#messages/problem-sentences.js';
import { ApiProblem } from './api.ts';

type Params = Readonly<Record<string, string | number>>;

/** A code with the values its sentence needs: an invalid field, or a problem. */
export type Coded = { code: string; params?: Params | undefined };

/**
 * The sentence for what went wrong, in the person's language: message `problem_<code>`, or a general one for a code
 * that has none and for anything that is not a problem of ours.
 */
export function sentenceOf(error: unknown): string {
  const coded = error instanceof ApiProblem ? error : undefined;
  const key = coded ? `problem_${coded.code.replaceAll('.', '_')}` : 'problem_unknown';
  return (problemSentences[key] ?? problemSentences.problem_unknown)?.(coded?.params ?? {}) ?? '';
}

/** The sentence under an invalid field: message `field_<code>`; zod's own checks have codes such as `too_long`. */
export function sentenceOfField({ code, params = {} }: Coded): string {
  const sentence = problemSentences[`field_${code.replaceAll('.', '_')}`] ?? problemSentences.field_invalid;
  return sentence?.(params) ?? '';
}
