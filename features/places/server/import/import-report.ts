import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { RowRemark } from './register-chunks.ts';

/** The report of an import: a CSV file that lists every rejected, repeated or defective row with the reason. */
export type ImportReport = {
  path: string;
  /** Writes lines about these rows. */
  add: (notes: readonly RowRemark[]) => void;
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

/** Creates the report file of an import, or empties it. */
export function createReport(file: string): ImportReport {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, `\ufeff${HEADER}`);
  return {
    path: file,
    add: (notes) => {
      if (notes.length > 0) writeSync(descriptor, notes.map(lineOf).join(''));
    },
    close: () => closeSync(descriptor),
  };
}

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
