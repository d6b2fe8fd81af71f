const COMMA = /[,，]/;

/** A comma closes a tag; so does the full-width one of East Asian keyboards. */
export const hasComma = (text: string): boolean => COMMA.test(text);

/** What was typed or pasted, split at commas, without #, repeats and what does not fit. */
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
