import { cut } from '#common/cut.ts';

const COMMA = /[,，]/;

/** A comma completes a tag, also the full-width comma of East Asian keyboards. */
export const hasComma = (text: string): boolean => COMMA.test(text);

/** Splits typed or pasted text at commas. Leaves out #, duplicates and tags beyond the limits. */
export function withTags({
  value,
  text,
  maximum,
  maximumLength,
}: {
  value: readonly string[];
  text: string;
  maximum: number;
  maximumLength: number;
}): string[] {
  const typed = text
    .normalize()
    .split(COMMA)
    .map((tag) => cut(tag.trim().replace(/^#+\s*/, ''), maximumLength))
    .filter((tag) => tag !== '');
  return [...new Set([...value, ...typed])].slice(0, Math.max(maximum, value.length));
}
