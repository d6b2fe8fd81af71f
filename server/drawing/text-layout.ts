/** Whether a text is short enough for its line. */
type Fits = (text: string) => boolean;

/** A text with a longer word breaks at any character. */
const LONG_WORD = 9;

/** Returns the text, shortened with `…` if it does not fit. */
export function shortenToFit(text: string, fits: Fits): string {
  if (fits(text)) return text;
  const characters = [...text];
  const shortened = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`;
  return shortened(largestCount(characters.length, (count) => fits(shortened(count))));
}

/** Breaks a text into at most `most` lines. If the text is longer, the last line ends with `…`. */
export function breakIntoLines(text: string, { most, fits }: { most: number; fits: Fits }): string[] {
  const words = text.split(' ');
  const hasLongWord = words.some((word) => word.length > LONG_WORD);
  const broken: string[] = [];
  let rest = hasLongWord ? [...text] : words;
  const join = (parts: readonly string[]) => parts.join(hasLongWord ? '' : ' ').trim();
  while (rest.length > 0 && broken.length < most - 1) {
    const parts = rest;
    const count = largestCount(parts.length, (tried) => fits(join(parts.slice(0, tried))));
    broken.push(join(parts.slice(0, count)));
    rest = parts.slice(count);
  }
  if (rest.length > 0) broken.push(shortenToFit(join(rest), fits));
  return broken;
}

/** Returns the largest count from 1 to `most` that fits, or 1 if none fits. Larger counts fit less. */
function largestCount(most: number, fits: (count: number) => boolean): number {
  let [fitting, tooLarge] = [1, most + 1];
  while (tooLarge - fitting > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}
