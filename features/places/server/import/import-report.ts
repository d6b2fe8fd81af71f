import { closeSync, fstatSync, fsync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RowRemark } from './register-chunks.ts';

/** The report of an import: a CSV file that lists every rejected, repeated or defective row with the reason. */
export type ImportReport = {
  path: string;
  add: (notes: readonly RowRemark[]) => void;
  /**
   * Writes the added lines to the file, so that they survive a crash of the process.
   * @returns the length of the file in bytes
   */
  write: () => number;
  /** Syncs the file to disk, so that the lines survive a crash of the machine. */
  sync: () => Promise<void>;
  close: () => void;
};

const REASONS: Record<RowRemark['note'], { taken: string; reason: string }> = {
  cut_short: { taken: 'no', reason: 'the row has fewer columns than the header' },
  no_licence_number: { taken: 'no', reason: 'no readable licence number (관리번호)' },
  no_name: { taken: 'no', reason: 'no name (사업장명)' },
  no_point: { taken: 'yes', reason: 'no coordinates: can be searched by name, not shown on the map' },
  impossible_point: {
    taken: 'yes',
    reason: 'coordinates outside Korea: can be searched by name, not shown on the map',
  },
  unreadable_letters: {
    taken: 'yes',
    reason: 'invalid bytes in the name or address were replaced by spaces',
  },
  stray_quote: { taken: 'yes', reason: 'a quoted field is not closed; its quote was read as text' },
  repeated: {
    taken: 'if newer',
    reason: 'repeated licence number; the newest row is used',
  },
};

/**
 * Opens the report file of an import. The lines of chunks that were not committed are removed.
 * @param keptLength length in bytes of the part that belongs to committed chunks; 0 starts a new file
 */
export function createReport({ file, keptLength }: { file: string; keptLength: number }): ImportReport {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, keptLength > 0 ? 'r+' : 'w');
  // If the file was deleted in the meantime, the report contains only the remaining rows.
  let length = Math.min(keptLength, fstatSync(descriptor).size);
  ftruncateSync(descriptor, length);
  let waiting = length === 0 ? `\ufeff${HEADER}` : '';

  const write = () => {
    if (waiting !== '') length += writeSync(descriptor, waiting, length);
    waiting = '';
    return length;
  };
  return {
    path: file,
    add: (notes) => {
      waiting += notes.map(lineOf).join('');
    },
    write,
    sync: () => fsyncOf(descriptor),
    close: () => {
      write();
      closeSync(descriptor);
    },
  };
}

const fsyncOf = promisify(fsync);

const HEADER = 'line,licence,name,taken,reason\r\n';

function lineOf({ line, licence, name, note, firstLine }: RowRemark): string {
  const { taken, reason } = REASONS[note];
  const whole = firstLine === undefined ? reason : `${reason} (line ${firstLine})`;
  return `${[line, licence, name, taken, whole].map(field).join(',')}\r\n`;
}

/** Returns a field of a CSV file. A name that a spreadsheet would read as a formula is preceded by an apostrophe. */
function field(value: string | number): string {
  const text = /^[=+\-@\t]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
