/** Truncates a text without splitting a character: half a character (a lone surrogate) at the end is removed. */
export const cut = (text: string, maximum: number): string =>
  text
    .slice(0, maximum)
    .replace(/\p{Surrogate}$/u, '')
    .trim();
