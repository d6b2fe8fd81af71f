/** Positions of the first and last requested byte; null for the whole file. */
export type ByteRange = { first: number; last: number } | null | 'unsatisfiable';

/**
 * Parses a Range header (RFC 9110, 14.2). For several ranges, other units and invalid headers, returns null (the whole
 * file), as the standard allows.
 */
export function byteRange({ header, size }: { header: string | undefined; size: number }): ByteRange {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}
