import { crc32, deflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { Zip, type ZipInputFile } from 'fflate';
import type { FileSource } from './file-place.ts';
import type { Cp949 } from './text-of.ts';

/** Creates a file as the browser provides it. */
export function fileOf(name: string, content: string | Uint8Array): FileSource {
  const blob = new Blob([content]);
  return { name, size: blob.size, stream: () => blob.stream() };
}

/** Decodes CP949, which Node.js does not support. Invalid bytes throw an error, as in the browser. */
export const nodeCp949: Cp949 = () => {
  const decoder = iconv.getDecoder('cp949');
  return {
    decode: (bytes) => {
      const text = bytes ? decoder.write(Buffer.from(bytes)) : (decoder.end() ?? '');
      if (text.includes('\ufffd')) throw new TypeError('invalid');
      return text;
    },
  };
};

export const inCp949 = (text: string): Uint8Array => iconv.encode(text, 'cp949');

export function inUtf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

/** The compression method DEFLATE in a ZIP. */
const DEFLATE = 8;

/**
 * Creates a ZIP in which the size of each entry is stored after the data of the entry, as in Google's exports. Node
 * compresses the entries, because fflate takes seconds for the large ones.
 */
export function zipOf(entries: Record<string, string | Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [filename, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const entry: ZipInputFile = { filename, size: bytes.length, crc: crc32(bytes), compression: DEFLATE };
    zip.add(entry);
    entry.ondata?.(null, deflateRawSync(bytes, { level: 1 }), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
