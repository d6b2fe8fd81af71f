/** Letters and signs that look like nothing: Hangul fillers and the empty Braille pattern. */
const BLANKS = /[\u115F\u1160\u3164\uFFA0\u2800]/g;
/** Control characters other than tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/** Characters without a width: zero-width space and non-joiner, word joiner, byte order mark, soft hyphen. */
const ZERO_WIDTH = /[\u200B\u200C\u2060\uFEFF\u00AD]/g;
/** Joiners that do not join two emoji, as in 👩‍🍳. */
const LOOSE_JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Removes control characters and invisible characters, and trims the text. Line breaks stay. Returns '' if
 * nothing visible is left.
 */
export function readableText(text: string): string {
  const readable = text
    .replace(BLANKS, ' ')
    .replace(CONTROLS, '')
    .replace(ZERO_WIDTH, '')
    .replace(LOOSE_JOINERS, '')
    .replaceAll('\t', ' ')
    .trim();
  return VISIBLE.test(readable) ? readable : '';
}

/** `readableText` in one line. */
export const readableLine = (text: string): string => readableText(text.replace(/\s+/g, ' '));
