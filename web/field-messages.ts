import { fieldSentences } from '#messages/field-sentences.js';

type Params = Readonly<Record<string, string | number>>;

export type ErrorCode = { code: string; params?: Params | undefined };

export function fieldMessageOf({ code, params = {} }: ErrorCode): string {
  const sentence = fieldSentences[`field_${code.replaceAll('.', '_')}`] ?? fieldSentences.field_invalid;
  return sentence?.(params) ?? '';
}
