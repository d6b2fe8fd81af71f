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

/**
 * Creates a ZIP as Finder and Windows write it: the names are raw bytes, and the flag for UTF-8 is not set.
 * The entries are not compressed.
 */
export function storedZip(entries: [name: Uint8Array, content: string | Uint8Array][]): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content as Uint8Array);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(bytes.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name, bytes]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), header, end, name]));
    local.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]);
}
