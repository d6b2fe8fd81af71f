const COMMA = /[,，]/;

/** Whether the text has a comma, which completes a tag. The full-width comma of East Asian keyboards counts as well. */
export const hasComma = (text: string): boolean => COMMA.test(text);

/** The tags plus typed or pasted text, split at commas, without #, duplicates and tags beyond the limits. */
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
    .split(COMMA)
    .map((tag) =>
      tag
        .trim()
        .replace(/^#+\s*/, '')
        .slice(0, maximumLength)
        .trim(),
    )
    .filter((tag) => tag !== '');
  return [...new Set([...value, ...typed])].slice(0, Math.max(maximum, value.length));
}
