import { createReadStream } from 'node:fs';
import { csvRows } from '#common/csv-rows.ts';
import { readHeader } from './register-format.ts';
import { decodeRegister, encodingOf } from './register-text.ts';

export type RegisterCheck = {
  rows: number;
  /** Whether the header has the columns of a register. If not, the rows are not read. */
  isRegister: boolean;
  /** Number of characters that are not text in the encoding of the file. */
  unreadable: number;
  /** Whether the last row has fewer fields than the header. */
  isLastRowCut: boolean;
};

/** Reads a file without storing anything, to find out whether it is a complete register. */
export async function checkRegister(file: string, signal?: AbortSignal): Promise<RegisterCheck> {
  const decoding = decodeRegister(await encodingOf(file));
  const parser = csvRows();
  const check: RegisterCheck = { rows: 0, isRegister: true, unreadable: 0, isLastRowCut: false };
  let width: number | null = null;
  const read = (text: string, isEnd = false) => {
    for (const { fields } of isEnd ? [...parser.push(text), ...parser.end()] : parser.push(text)) {
      if (width === null) {
        width = fields.length;
        check.isRegister = !('missing' in readHeader(fields));
        if (!check.isRegister) {
          check.unreadable = countUnreadable(fields.join());
          return;
        }
      } else if (1 < fields.length || fields[0]?.trim() !== '') {
        check.rows++;
        check.isLastRowCut = fields.length < width;
      }
    }
    check.unreadable += countUnreadable(text);
  };
  for await (const bytes of createReadStream(file, { highWaterMark: 1 << 18 })) {
    signal?.throwIfAborted();
    read(decoding.push(bytes));
    if (!check.isRegister) return check;
  }
  read(decoding.end(), true);
  return check;
}

/** UTF-16 has zero bytes. */
const countUnreadable = (text: string): number => text.split(/[\ufffd\0]/).length - 1;
