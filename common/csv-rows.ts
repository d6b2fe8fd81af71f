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
  push: (chunk: string) => Iterable<CsvRow>;
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

  function* parse(chunk: string, isEnd: boolean): Generator<CsvRow> {
    rest += chunk;
    let at = 0;
    while (at < rest.length) {
      const row = rowAt({ text: rest, isEnd, delimiter, allowsBlanks }, at);
      if (row === null) break;
      const { fields, strayQuoteAt } = row;
      yield { fields, line, strayQuoteAt };
      line += row.lines;
      at = row.next;
    }
    rest = rest.slice(at);
  }

  return { push: (chunk) => parse(chunk, false), end: () => parse('', true) };
}

type Source = Required<CsvDialect> & {
  text: string;
  /** Whether the end of the text is the end of the file. */
  isEnd: boolean;
};
type Row = Pick<CsvRow, 'fields' | 'strayQuoteAt'> & {
  /** Position after the end of the row. */
  next: number;
  /** Number of lines of the row. A quoted field may contain line ends. */
  lines: number;
};
type Field = {
  value: string;
  /** Position of the delimiter or line end after the field. */
  end: number;
  startsWithStrayQuote: boolean;
};

/** Reads the row that begins at `start`. Returns null if the end of the row is not in the text yet. */
function rowAt(source: Source, start: number): Row | null {
  const { text, isEnd, delimiter } = source;
  const end = endOfLine(text, start);
  if (end === text.length && !isEnd) return null;
  const firstLine = withoutCarriageReturn(text.slice(start, end));
  if (firstLine.includes('"')) return rowWithQuotesAt(source, start);
  return { fields: firstLine.split(delimiter), next: end + 1, lines: 1, strayQuoteAt: null };
}

function rowWithQuotesAt(source: Source, start: number): Row | null {
  const fields: string[] = [];
  let strayQuoteAt: number | null = null;
  let at = start;
  for (;;) {
    const field = fieldAt(source, at);
    if (field === null) return null;
    if (field.startsWithStrayQuote) strayQuoteAt ??= fields.length;
    fields.push(field.value);
    at = field.end + 1;
    if (source.text[field.end] === source.delimiter) continue;
    return { fields, next: at, lines: source.text.slice(start, field.end).split('\n').length, strayQuoteAt };
  }
}

/** Reads the field that begins at `start`. Returns null if the end of the field is not in the text yet. */
function fieldAt(source: Source, start: number): Field | null {
  const { text, isEnd, delimiter, allowsBlanks } = source;
  const first = allowsBlanks ? afterBlanks(text, start) : start;
  const hasQuote = text[first] === '"';
  if (hasQuote) {
    const quoted = quotedFieldAt(source, first);
    if (quoted === 'unfinished') return null;
    if (quoted !== 'not quoted') return quoted;
  }
  const lineEnd = endOfLine(text, start);
  if (lineEnd === text.length && !isEnd) return null;
  const line = text.slice(start, lineEnd);
  const length = line.indexOf(delimiter);
  if (length === -1)
    return { value: withoutCarriageReturn(line), end: lineEnd, startsWithStrayQuote: hasQuote };
  return { value: line.slice(0, length), end: start + length, startsWithStrayQuote: hasQuote };
}

/**
 * Reads the quoted field whose opening quote is at `start`. The text after the closing quote may show that this is not
 * a quoted field.
 */
function quotedFieldAt(
  { text, isEnd, delimiter, allowsBlanks }: Source,
  start: number,
): Field | 'unfinished' | 'not quoted' {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return isEnd || FIELD_MAXIMUM < text.length - start ? 'not quoted' : 'unfinished';
    if (FIELD_MAXIMUM < quote - start) return 'not quoted';
    if (text[quote + 1] === '"') {
      at = quote + 2;
      continue;
    }
    let end = allowsBlanks ? afterBlanks(text, quote + 1) : quote + 1;
    // The text ends after this quote. Only the next chunk shows whether the quote closes the field.
    if (!isEnd && (end === text.length || (end + 1 === text.length && text[end] === '\r')))
      return 'unfinished';
    if (text[end] === '\r' && text[end + 1] === '\n') end++;
    if (end < text.length && text[end] !== delimiter && text[end] !== '\n') return 'not quoted';
    const value = text.slice(start + 1, quote).replaceAll('""', '"');
    return { value, end, startsWithStrayQuote: false };
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

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
