import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';

/** Decodes a file in pieces; a character may be split between two pieces. */
export type TextDecoding = { push: (bytes: Buffer) => string; end: () => string };

export type RegisterEncoding = 'utf-8' | 'cp949';

/** Replaces byte sequences that are invalid in the encoding. */
export const REPLACEMENT = '\ufffd';

/**
 * CP949 is decoded by iconv-lite: the `euc-kr` TextDecoder of Node.js lacks its 8,822 extended syllables and decodes
 * them as other characters.
 */
export function decodeRegister(encoding: RegisterEncoding): TextDecoding {
  if (encoding === 'utf-8') {
    const decoder = new TextDecoder();
    return { push: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  const decoder = iconv.getDecoder('cp949');
  return { push: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

/**
 * UTF-8 if the header is valid UTF-8, otherwise CP949. The column names are Korean, and Korean in CP949 is not valid
 * UTF-8. Rows are not checked, because one bad byte must not change how all rows are decoded.
 */
export async function encodingOf(file: string): Promise<RegisterEncoding> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_MAXIMUM), 0, HEADER_MAXIMUM, 0);
    const start = buffer.subarray(0, bytesRead);
    const lineEnd = start.indexOf('\n');
    // With `stream`, a header that is cut off inside a character is still valid.
    new TextDecoder('utf-8', { fatal: true }).decode(lineEnd === -1 ? start : start.subarray(0, lineEnd), {
      stream: lineEnd === -1,
    });
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'cp949';
    throw error;
  } finally {
    await handle.close();
  }
}

const HEADER_MAXIMUM = 64 * 1024;
