import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the 17,048 characters of CP949 with their two-byte codes, in the order of the codes. All 11,172 modern
 * syllables are among them. The characters are read from cp949.txt, which is independent of the decoder under test.
 * Each line contains a code, then the characters of this code and of the following codes. The file was written with the
 * `cp949` codec of CPython 3.11, which is generated from Unicode's CP949.TXT. glibc's `iconv -f CP949` decodes every
 * code to the same character.
 */
export function cp949Table(): { code: number; character: string }[] {
  return readFileSync(path.join(import.meta.dirname, 'cp949.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const first = Number.parseInt(line.slice(0, 4), 16);
      return [...line.slice(5)].map((character, index) => ({ code: first + index, character }));
    });
}

/**
 * Encodes text in CP949, the encoding of the Ministry's register.
 * @throws if a character has no code
 */
export function encodeCp949(text: string): Buffer {
  const codes = (codesByUnit ??= readCodes());
  const bytes = Buffer.allocUnsafe(2 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[length++] = unit;
      continue;
    }
    const code = codes[unit];
    if (!code) throw new Error(`CP949 has no ${text[at]}.`);
    bytes[length++] = code >> 8;
    bytes[length++] = code & 0xff;
  }
  return bytes.subarray(0, length);
}

let codesByUnit: Uint16Array | undefined;

function readCodes(): Uint16Array {
  const codes = new Uint16Array(0x10000);
  for (const { code, character } of cp949Table()) codes[character.charCodeAt(0)] = code;
  return codes;
}
