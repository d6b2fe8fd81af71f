export type CsvRow = {
  fields: string[];
  /** Number of the first line of the row, from 1. */
  line: number;
  /**
   * Index, from 0, of the first field that starts with a quote but is not a quoted field. It is null if there is no
   * such field.
   */
  strayQuoteAt: number | null;
};

export type CsvRows = {
  /**
   * Parses the next chunk, which may end anywhere. The result is lazy: read all rows before the next call.
   * The rows are not collected in an array, because V8 frees short-lived objects at nearly no cost.
   */
  push: (text: string) => Iterable<CsvRow>;
  /** Ends the file. Returns the last row if the file does not end with a line end. */
  end: () => Iterable<CsvRow>;
};

export type CsvDialect = {
  delimiter?: ',' | '\t' | ';';
  /** Whether spaces around a quoted field are allowed, as in `a, "b, c"`. */
  allowsBlanks?: boolean;
};

/** Maximum characters of a quoted field. If a field is longer, its closing quote counts as missing. */
const FIELD_MAXIMUM = 16_384;

/**
 * Parses CSV (RFC 4180) row by row. A quote is special only at the start of a field.
 * If a quoted field has no proper end, it is read as plain text and reported by `strayQuoteAt`. A bad row therefore
 * does not absorb the rows after it.
 * For a row of the licence register, csv-parse takes 20 µs and this parser 2 µs (docs/decisions/0017-places-import.md).
 */
export function csvRows({ delimiter = ',', allowsBlanks = false }: CsvDialect = {}): CsvRows {
  let rest = '';
  let line = 1;

  function* take(text: string, isEnd: boolean): Generator<CsvRow> {
    rest += text;
    let at = 0;
    while (at < rest.length) {
      const row = rowAt({ text: rest, isEnd, delimiter, allowsBlanks }, at);
      if (row === null) break;
      const first = line;
      line += row.lines;
      at = row.next;
      yield { fields: row.fields, line: first, strayQuoteAt: row.strayQuoteAt };
    }
    rest = rest.slice(at);
  }

  return { push: (text) => take(text, false), end: () => take('', true) };
}

type Source = Required<CsvDialect> & {
  text: string;
  /** Whether the end of the text is the end of the file. */
  isEnd: boolean;
};
type Taken = Pick<CsvRow, 'fields' | 'strayQuoteAt'> & { next: number; lines: number };

/** Reads the row that begins at `start`. Returns null if the end of the row is not in the text yet. */
function rowAt(source: Source, start: number): Taken | null {
  const { text, isEnd, delimiter } = source;
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd === -1 && !isEnd) return null;
  const end = lineEnd === -1 ? text.length : lineEnd;
  const firstLine = text.slice(start, text[end - 1] === '\r' && start < end ? end - 1 : end);
  if (firstLine.includes('"')) return quotedRowAt(source, start);
  return { fields: firstLine.split(delimiter), next: end + 1, lines: 1, strayQuoteAt: null };
}

function quotedRowAt(source: Source, start: number): Taken | null {
  const { text, isEnd, delimiter, allowsBlanks } = source;
  const fields: string[] = [];
  let strayQuoteAt: number | null = null;
  let at = start;
  let lines = 1;
  let lineEnd = endOfLine(text, start);
  for (;;) {
    const quote = allowsBlanks ? afterBlanks(text, at) : at;
    const quoted = text[quote] === '"' ? quotedField(source, quote) : null;
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
      if (text[quote] === '"') strayQuoteAt ??= fields.length;
      const end = text.indexOf(delimiter, at);
      const next = end === -1 || lineEnd < end ? lineEnd : end;
      const hasCarriageReturn = next === lineEnd && text[next - 1] === '\r' && at < next;
      fields.push(text.slice(at, hasCarriageReturn ? next - 1 : next));
      at = next;
    }
    if (text[at] !== delimiter) return { fields, next: at + 1, lines, strayQuoteAt };
    at++;
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Reads a quoted field. Returns null if the text after the closing quote shows that this is not a quoted field. */
function quotedField(
  { text, isEnd, delimiter, allowsBlanks }: Source,
  start: number,
): { field: string; next: number } | 'unfinished' | null {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return isEnd || FIELD_MAXIMUM < text.length - start ? null : 'unfinished';
    if (FIELD_MAXIMUM < quote - start) return null;
    if (text[quote + 1] === '"') {
      at = quote + 2;
      continue;
    }
    const end = allowsBlanks ? afterBlanks(text, quote + 1) : quote + 1;
    const after = text[end];
    // The text ends after this quote. Only the next chunk shows whether the quote closes the field.
    if (!isEnd && text.length <= end + 1 && (after === undefined || after === '\r')) return 'unfinished';
    const isCarriageReturn = after === '\r' && text[end + 1] === '\n';
    if (after !== undefined && after !== delimiter && after !== '\n' && !isCarriageReturn) return null;
    return {
      field: text.slice(start + 1, quote).replaceAll('""', '"'),
      next: isCarriageReturn ? end + 1 : end,
    };
  }
}
