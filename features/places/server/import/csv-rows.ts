/** A row of a CSV file. */
export type CsvRow = {
  fields: string[];
  /** Of its first line in the file, from 1. */
  line: number;
};

export type CsvRows = {
  /** Takes the next piece of text; pieces may end anywhere. */
  push: (text: string) => CsvRow[];
  /** The last row, if the file does not end with a line end. */
  end: () => CsvRow[];
};

/** A quoted field longer than this is a quote that nobody closed, not a field. */
const FIELD_MAXIMUM = 16_384;

/**
 * Takes CSV (RFC 4180) apart, row by row. A quote is special only where a field begins; a field in quotes that does
 * not end is read as if its quote were an ordinary character, so that one bad row does not swallow the rest.
 *
 * Of our own because it has to keep up: 2 µs a row of the licence register against 20 of csv-parse, which is most of
 * what one row may cost in all (docs/decisions/places-import.md).
 */
export function csvRows(): CsvRows {
  let rest = '';
  let line = 1;

  const take = (text: string, isEnd: boolean): CsvRow[] => {
    rest += text;
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < rest.length) {
      const row = rowAt(rest, at, isEnd);
      if (row === null) break;
      rows.push({ fields: row.fields, line });
      line += row.lines;
      at = row.next;
    }
    rest = rest.slice(at);
    return rows;
  };

  return { push: (text) => take(text, false), end: () => take('', true) };
}

type Taken = { fields: string[]; next: number; lines: number };

/** The row that begins there; null if it does not end in this text. */
function rowAt(text: string, start: number, isEnd: boolean): Taken | null {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd === -1 && !isEnd) return null;
  const end = lineEnd === -1 ? text.length : lineEnd;
  const firstLine = text.slice(start, text[end - 1] === '\r' && start < end ? end - 1 : end);
  if (!firstLine.includes('"')) return { fields: firstLine.split(','), next: end + 1, lines: 1 };
  return quotedRowAt(text, start, isEnd);
}

function quotedRowAt(text: string, start: number, isEnd: boolean): Taken | null {
  const fields: string[] = [];
  let at = start;
  let lines = 1;
  let lineEnd = endOfLine(text, start);
  for (;;) {
    const quoted = text[at] === '"' ? quotedField(text, at, isEnd) : null;
    if (quoted === 'unfinished') return null;
    if (quoted !== null) {
      fields.push(quoted.field);
      at = quoted.next;
      while (lineEnd < at) {
        lines++;
        lineEnd = endOfLine(text, lineEnd + 1);
      }
    } else {
      if (lineEnd === text.length && !isEnd) return null;
      const comma = text.indexOf(',', at);
      const next = comma === -1 || lineEnd < comma ? lineEnd : comma;
      const hasCarriageReturn = next === lineEnd && text[next - 1] === '\r' && at < next;
      fields.push(text.slice(at, hasCarriageReturn ? next - 1 : next));
      at = next;
    }
    if (text[at] !== ',') return { fields, next: at + 1, lines };
    at++;
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/**
 * The field in quotes that begins there and where it ends; null if what follows its last quote shows that the
 * quotes mean nothing.
 */
function quotedField(
  text: string,
  start: number,
  isEnd: boolean,
): { field: string; next: number } | 'unfinished' | null {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return isEnd || FIELD_MAXIMUM < text.length - start ? null : 'unfinished';
    if (FIELD_MAXIMUM < quote - start) return null;
    const after = text[quote + 1];
    if (after === '"') {
      at = quote + 2;
      continue;
    }
    // What follows may decide it: more of the text is needed.
    if (!isEnd && text.length <= quote + 2 && (after === undefined || after === '\r')) return 'unfinished';
    const isCarriageReturn = after === '\r' && text[quote + 2] === '\n';
    if (after !== undefined && after !== ',' && after !== '\n' && !isCarriageReturn) return null;
    return {
      field: text.slice(start + 1, quote).replaceAll('""', '"'),
      next: isCarriageReturn ? quote + 2 : quote + 1,
    };
  }
}
