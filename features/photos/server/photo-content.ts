import { type ImageType, imageTypeOf } from '#features/photos/photos.rules.ts';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

export type DecodableType = Extract<ImageType, 'jpeg' | 'png' | 'webp'>;

/**
 * The type of an uploaded file by its content; its name and declared type are ignored.
 * @throws photos.empty, photos.heic, photos.not_an_image (also for polyglot files)
 */
export function typeOfUpload(bytes: Buffer): DecodableType {
  if (bytes.length === 0) throw problem(photosProblems, 'photos.empty');
  const type = imageTypeOf(bytes);
  if (type === 'heic') throw problem(photosProblems, 'photos.heic');
  const isDecodable = type === 'jpeg' || type === 'png' || type === 'webp';
  if (!isDecodable || isSomethingElseToo({ bytes, type })) {
    throw problem(photosProblems, 'photos.not_an_image');
  }
  return type;
}

/** First bytes of files that may be hidden behind an image. */
const FORBIDDEN_TRAILERS = [
  'PK\x03\x04',
  '%PDF-',
  '\x7fELF',
  'Rar!\x1a\x07',
  "7z\xbc\xaf'\x1c",
  '<?php',
  '<!doctype',
  '<html',
  '<script',
  '<svg',
].map((text) => Buffer.from(text, 'latin1'));

/**
 * End of a ZIP file (APPNOTE.TXT, 4.3.16: end of central directory, first and only disk); readers search for
 * it from the end.
 */
const ZIP_END = Buffer.from('PK\x05\x06\0\0\0\0', 'latin1');

/**
 * Whether an image is also another file, such as a ZIP that starts with a picture. Data that phones append to photos (a
 * video, a second picture) is accepted, because re-encoding drops everything but the picture.
 */
function isSomethingElseToo({ bytes, type }: { bytes: Buffer; type: DecodableType }): boolean {
  if (bytes.includes(ZIP_END)) return true;
  const rest = bytes.subarray(END_OF[type](bytes));
  const text = Buffer.from(rest.toString('latin1').toLowerCase(), 'latin1');
  return FORBIDDEN_TRAILERS.some((beginning) => rest.includes(beginning) || text.includes(beginning));
}

/** End of the picture; the end of the file if it cannot be determined, because the decoder will refuse it. */
const END_OF: Record<DecodableType, (bytes: Buffer) => number> = {
  /** ISO/IEC 10918-1, annex B: segments with their lengths, and after a scan's header data up to the next marker. */
  jpeg: (bytes) => {
    let at = 2;
    while (at + 4 <= bytes.length) {
      const marker = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff) return bytes.length;
      if (marker === 0xd9) return at + 2;
      if (marker === 0xff) {
        at += 1;
        continue;
      }
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = endOfScan(bytes, at);
    }
    return bytes.length;
  },
  /** PNG, 5.3: chunks of a length, a name, data and a checksum; IEND is the last. */
  png: (bytes) => {
    let at = 8;
    while (at + 12 <= bytes.length) {
      const isLast = bytes.toString('latin1', at + 4, at + 8) === 'IEND';
      at += 12 + bytes.readUInt32BE(at);
      if (isLast) return at;
    }
    return bytes.length;
  },
  /** RIFF: byte 4 contains the length of the rest. */
  webp: (bytes) => (bytes.length < 12 ? bytes.length : 8 + bytes.readUInt32LE(4)),
};

/** The next marker that is neither a stuffed zero byte nor a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || (0xd0 <= next && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}
