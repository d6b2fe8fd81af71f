import { FileProblem, type FileSource } from './file-place.ts';

/** Decodes a text in pieces; a character may be split between two pieces. Throws for bytes that are not text. */
type Decoding = { decode: (bytes?: Uint8Array, options?: { stream?: boolean }) => string };

/**
 * Creates the decoder for CP949, the legacy encoding of Korean text. Browsers support this encoding as `euc-kr`;
 * Node.js does not support it.
 */
export type Cp949 = () => Decoding;

export const browserCp949: Cp949 = () => new TextDecoder('euc-kr', { fatal: true });

/**
 * Yields the text of a file in pieces. The file is decoded as UTF-16 if it begins with a byte order mark of UTF-16, or
 * if every second byte of its first eight bytes is zero. The file is decoded as UTF-8 if all bytes are valid UTF-8. Any
 * other file is decoded as CP949, which Korean Excel writes.
 * @throws FileProblem unreadable_text
 */
export async function* textOf(source: FileSource, cp949: Cp949): AsyncGenerator<string> {
  const create = await decoderFor(source, cp949);
  const decoder = create();
  let isFirst = true;
  for await (const bytes of pieces(source.stream())) {
    const text = decode(decoder, bytes);
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
  yield decode(decoder);
}

async function decoderFor(source: FileSource, cp949: Cp949): Promise<() => Decoding> {
  const start = await startOf(source);
  const utf16 = utf16Of(start);
  if (utf16) return () => new TextDecoder(utf16, { fatal: true });
  // Text in UTF-8 or CP949 contains no NUL.
  if (start.includes(0)) throw new FileProblem('unreadable_text');
  return (await isUtf8(source)) ? () => new TextDecoder('utf-8', { fatal: true }) : cp949;
}

/** Reads the whole file. @throws if the file cannot be read */
async function isUtf8(source: FileSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of pieces(source.stream())) {
    if (!decodes(decoder, bytes)) return false;
  }
  return decodes(decoder);
}

function decodes(decoder: Decoding, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

function decode(decoder: Decoding, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new FileProblem('unreadable_text');
  }
}

function utf16Of(start: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const isZeroAt = (from: number) =>
    8 <= start.length && [0, 2, 4, 6].every((offset) => start[from + offset] === 0);
  if (isZeroAt(1)) return 'utf-16le';
  return isZeroAt(0) ? 'utf-16be' : null;
}

/** Returns the first bytes of a file. */
export async function startOf(source: FileSource): Promise<Uint8Array> {
  for await (const bytes of pieces(source.stream())) if (bytes.length > 0) return bytes.subarray(0, 1024);
  return new Uint8Array();
}

/** Yields the pieces of a stream. In Safari, a ReadableStream is not an async iterable. */
export async function* pieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
