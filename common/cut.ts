/** Truncates a text. Removes half a character (a lone surrogate) at its end. */
export const cut = (text: string, maximum: number): string =>
  text
    .slice(0, maximum)
    .replace(/\p{Cs}$/u, '')
    .trim();
