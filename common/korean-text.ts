/** What the search ignores in texts: full-width forms, accents and separators. */

const FULL_WIDTH = /[！-～]/g;
const WIDTH_DIFFERENCE = 0xfee0;
const halfWidth = (character: string) => String.fromCharCode(character.charCodeAt(0) - WIDTH_DIFFERENCE);
export const fullWidth = (character: string): string =>
  String.fromCharCode(character.charCodeAt(0) + WIDTH_DIFFERENCE);

/**
 * Returns the text in one spelling, with composed Hangul and with ASCII characters instead of full-width ones.
 * @example normalised('ＢＨＣ（본점）') // 'BHC(본점)'
 */
export const normalised = (text: string): string => text.normalize('NFC').replace(FULL_WIDTH, halfWidth);

/** Accented Latin letters by their letter without accent, in both cases: e → éèêëēĕ…ÉÈÊË… */
export const ACCENTED: Record<string, string> = {};
for (const [first, last] of [
  [0x00c0, 0x024f],
  [0x1e00, 0x1eff],
] as const) {
  for (let code = first; code <= last; code++) {
    const letter = String.fromCharCode(code);
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    if (/[a-z]/.test(plain)) ACCENTED[plain] = (ACCENTED[plain] ?? '') + letter;
  }
}

/** @example withoutAccents('Café') // 'Cafe' */
export const withoutAccents = (text: string): string =>
  text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => {
    const plain = letter.normalize('NFD').charAt(0);
    return /[A-Za-z]/.test(plain) ? plain : letter;
  });

/** Characters that are ignored in texts and queries. They may be between any two characters. */
export const SEPARATORS =
  ' -/:-@\\[-`{-~\\u0001-\\u001f\\u007f-\\u00bf\\u2000-\\u206f\\u3000-\\u303fㆍ・！-／：-＠［-｀｛-～';
export const SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'u');
