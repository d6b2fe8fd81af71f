/**
 * Returns texts that are slow to process for badly written regular expressions and parsers.
 * @param length in characters
 */
export const hostileTexts = (length: number): string[] =>
  ['ㄱ', 'ㄱㄱㅏ', 'a', ' ', '"', '가\u0301', 'a@a.', '(((('].map(
    (part) => `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`,
  );
