import { FileProblem, type FileSource } from './file-place.ts';

/** Decodes a text in pieces; a character may be split between two pieces. Throws for bytes that are not text. */
type Decoding = { decode: (bytes?: Uint8Array, options?: { stream?: boolean }) => string };

/** Creates the decoder of Korean legacy text. Node.js lacks CP949, which every browser has as `euc-kr`. */
export type Cp949 = () => Decoding;

export const browserCp949: Cp949 = () => new TextDecoder('euc-kr', { fatal: true });

/**
 * The text of a file in pieces. It is decoded as UTF-16 if it begins with a byte order mark or has a zero in every
 * other byte, as UTF-8 if all bytes are valid UTF-8, otherwise as CP949, which Korean Excel writes.
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of pieces(source.stream())) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return () => new TextDecoder('utf-8', { fatal: true });
  } catch {
    return cp949;
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

/** The first bytes of a file. */
export async function startOf(source: FileSource): Promise<Uint8Array> {
  for await (const bytes of pieces(source.stream())) if (bytes.length > 0) return bytes.subarray(0, 1024);
  return new Uint8Array();
}

/** The pieces of a stream. In Safari, ReadableStream is not an async iterable. */
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
