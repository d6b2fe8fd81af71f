import { fieldSentences } from '#messages/field-sentences.js';

type Params = Readonly<Record<string, string | number>>;

/** The code of an invalid field, with the parameters of its message. */
export type ErrorCode = { code: string; params?: Params | undefined };

/** The message of an invalid field: `field_<code>`. The codes of zod's own checks are `too_long` and similar. */
export function fieldMessageOf({ code, params = {} }: ErrorCode): string {
  const sentence = fieldSentences[`field_${code.replaceAll('.', '_')}`] ?? fieldSentences.field_invalid;
  return sentence?.(params) ?? '';
}
