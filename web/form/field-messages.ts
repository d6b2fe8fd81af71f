type Params = Readonly<Record<string, string | number>>;

export type ErrorCode = { code: string; params?: Params | undefined };

const fieldSentences: Readonly<Record<string, (params: Params) => string>> = Object.assign(
  {},
  ...Object.values(import.meta.glob('../../messages/compiled/browser/messages/field_*.js', { eager: true })),
);

export function fieldMessageOf({ code, params = {} }: ErrorCode): string {
  const sentence = fieldSentences[`field_${code.replaceAll('.', '_')}`] ?? fieldSentences.field_invalid;
  return sentence?.(params) ?? '';
}
