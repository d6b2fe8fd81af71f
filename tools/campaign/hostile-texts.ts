/** Careless regular expressions and parsers are slow with these texts. @param length in characters */
export const hostileTexts = (length: number): string[] =>
  ['ㄱ', 'ㄱㄱㅏ', 'a', ' ', '"', '가\u0301', 'a@a.', '(((('].map(
    (part) => `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`,
  );
