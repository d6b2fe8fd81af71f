import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';

/** Decodes a file piece by piece. A character may be split between two pieces. */
export type TextDecoding = { push: (bytes: Buffer) => string; end: () => string };

export type RegisterEncoding = 'utf-8' | 'cp949';

/** The character that replaces byte sequences that are invalid in the encoding. */
export const REPLACEMENT = '\ufffd';

/**
 * Decodes a register. iconv-lite decodes CP949, because the `euc-kr` TextDecoder of Node.js lacks 8,822 extended
 * syllables of CP949 and decodes them as other characters.
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
 * Returns the encoding of a file: UTF-8 if the header is valid UTF-8, otherwise CP949. The column names are Korean,
 * and Korean text in CP949 is not valid UTF-8. Only the header is examined. Therefore one invalid byte in a row
 * cannot change how the whole file is decoded.
 */
export async function encodingOf(file: string): Promise<RegisterEncoding> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_MAXIMUM), 0, HEADER_MAXIMUM, 0);
    const start = buffer.subarray(0, bytesRead);
    const lineEnd = start.indexOf('\n');
    // The option `stream` accepts a header that is cut off inside a character.
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
