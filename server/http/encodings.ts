import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Answers with fewer characters are not compressed, because they fit into one or two packets. */
export const SMALLEST = 2_048;

export type Encoding = 'br' | 'gzip';

/**
 * Returns functions that compress on another thread.
 * @param quality the quality of brotli, from 0 to 11
 * @param level the level of gzip, from 0 to 9
 */
export const compressorFor = ({
  quality,
  level,
}: {
  quality: number;
  level: number;
}): Record<Encoding, (text: string) => Promise<Buffer>> => ({
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (text) => compressGzip(text, { level }),
});

// These are the fastest settings. A list of 100 places (67 KB) becomes 10 KB in 0.3 ms.
// A list of 10,000 places (6.7 MB) becomes 1 MB in 0.16 s.
// Higher levels save 10 % more, but need two to five times the CPU time.
export const compress = compressorFor({ quality: 1, level: 1 });

/** Returns the encoding of the answer, or null if the answer must be sent uncompressed. */
export const encodingFor = (headers: IncomingHttpHeaders): Encoding | null =>
  headers['sec-fetch-site'] === 'same-origin' ? acceptedEncoding(headers) : null;

/** Returns the best encoding that the client accepts, or null if it accepts none. */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return null;
}
