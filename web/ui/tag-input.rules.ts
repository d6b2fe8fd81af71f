import { cut } from '#common/cut.ts';

const COMMA = /[,，]/;

/**
 * Whether the text contains a comma, which completes a tag. The full-width comma of East Asian keyboards counts as
 * well.
 */
export const hasComma = (text: string): boolean => COMMA.test(text);

/**
 * Adds the tags of a typed or pasted text, which is split at commas. Leaves out #, duplicates and tags beyond the
 * limits.
 */
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
