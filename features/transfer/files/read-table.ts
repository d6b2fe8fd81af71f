import { type CsvRow, type CsvRows, csvRows } from '#common/csv-rows.ts';
import { type Field, fieldOfName } from './column-names.ts';
import { FileProblem, type OnPlace, type OnSkip } from './file-place.ts';
import { isGoogleMaps } from './map-links.ts';
import { emptyPlace, placeOf, putValue } from './place-fields.ts';
import { oneLine } from './plain-text.ts';

/** The index of the column that contains a field, counted from 0. */
export type ColumnMapping = Partial<Record<Field, number>>;

/** A table whose columns the member must name. */
export type UnknownTable = {
  /** Key under which the mapping is stored. Files with the same header have the same key. */
  key: string;
  header: string[];
  /** The first rows. They help the member to recognise the columns. */
  sample: string[][];
  /** The columns whose names are known. */
  guess: ColumnMapping;
};

const COLUMNS_MAXIMUM = 200;
/** Maximum number of characters in a row. */
const ROW_MAXIMUM = 1_000_000;
/** A list of Google may have a long description above its header. */
const HEADER_WITHIN = 30;
const SAMPLE_ROWS = 3;
/** Number of characters in which the delimiter is looked for. */
const BEGINNING_CHARACTERS = 4_096;
/** Maximum number of characters of a cell that the member sees. */
const CELL_SHOWN = 100;
const KEY_MAXIMUM = 2_000;

/**
 * Reads CSV or TSV. The header may be below the first row, because Google writes the description of a list before the
 * header.
 * @returns the table if its columns are unknown and no mapping is given
 * @throws FileProblem
 */
export async function readTable({
  text,
  list,
  onPlace,
  onSkip,
  mappingOf,
}: {
  text: AsyncIterable<string>;
  list: string;
  onPlace: OnPlace;
  onSkip: OnSkip;
  mappingOf: (key: string) => ColumnMapping | null;
}): Promise<UnknownTable | null> {
  const rows = rowsOf(text);
  try {
    const head = await headOf(rows);
    if (head.length === 0) return null;
    const header = headerOf(head, mappingOf);
    if (!header) {
      // The rest is read as well, so that the member learns of a damaged file before naming its columns.
      let next = await rows.next();
      while (!next.done) next = await rows.next();
      return unknownTable(head);
    }
    const emit = (fields: string[]) => emitPlace({ fields, header, list, onPlace, onSkip });
    for (const fields of head.slice(header.at + 1)) if (!emit(fields)) return null;
    for await (const { fields } of rows) if (!emit(fields)) return null;
    return null;
  } finally {
    await rows.return();
  }
}

/** Takes the first rows that are not empty: the header, what is above it, and a sample. */
async function headOf(rows: AsyncGenerator<CsvRow, void>): Promise<string[][]> {
  const head: string[][] = [];
  while (head.length < HEADER_WITHIN + SAMPLE_ROWS) {
    const next = await rows.next();
    if (next.done) break;
    const { fields } = next.value;
    if (fields.every((field) => field.trim() === '')) continue;
    if (COLUMNS_MAXIMUM < fields.length) throw new FileProblem('too_many_columns');
    head.push(fields);
  }
  return head;
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<CsvRow, void> {
  /** The beginning of the text, until it is long enough to find the delimiter. */
  let beginning = '';
  let rows: CsvRows | null = null;
  let charactersOfRow = 0;
  for await (const piece of text) {
    if (!rows) {
      beginning += piece;
      if (beginning.length < BEGINNING_CHARACTERS) continue;
      rows = csvRows({ delimiter: delimiterOf(beginning), allowsBlanks: true });
    }
    charactersOfRow += piece.length;
    for (const row of rows.push(beginning === '' ? piece : beginning)) {
      charactersOfRow = 0;
      yield row;
    }
    beginning = '';
    // Such a row is no row of a table; usually the closing quote is missing.
    if (ROW_MAXIMUM < charactersOfRow) throw new FileProblem('too_many_columns');
  }
  rows ??= csvRows({ delimiter: delimiterOf(beginning), allowsBlanks: true });
  yield* rows.push(beginning);
  yield* rows.end();
}

const DELIMITERS = ['\t', ';', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

/**
 * Returns the delimiter by which one of the first lines is a header with the most known columns. If no header is known,
 * returns the delimiter that splits a line into the most columns. Excel may name the delimiter in the first line.
 */
function delimiterOf(text: string): Delimiter {
  const stated = /^\s*sep=([\t;,])/i.exec(text)?.[1];
  if (stated) return stated as Delimiter;
  const lines = text.split('\n', HEADER_WITHIN);
  const known = (delimiter: string) =>
    Math.max(...lines.map((line) => line.split(delimiter).filter((cell) => fieldOfName(cell)).length));
  const columns = (delimiter: string) =>
    Math.max(...lines.slice(0, 12).map((line) => line.split(delimiter).length));
  const byHeader = DELIMITERS.toSorted((a, b) => known(b) - known(a));
  if (1 < known(byHeader[0] ?? ',')) return byHeader[0] ?? ',';
  if (columns('\t') > 1 && columns(',') <= columns('\t')) return '\t';
  return columns(',') < columns(';') ? ';' : ',';
}

/** Whether the beginning of a plain text is a table with a known header, as Excel saves it under the name `.txt`. */
export function isTable(start: string): boolean {
  const rows = csvRows({ delimiter: delimiterOf(start), allowsBlanks: true });
  return [...rows.push(start), ...rows.end()]
    .slice(0, HEADER_WITHIN)
    .some(({ fields }) => 1 < fields.length && recognised(fields) !== null);
}

type Column = { name: string; field: Field | null };
/** The header of a table. `at` is the index of its row in the head. `isTakeout`: a saved list of Google. */
type TableHeader = { at: number; columns: Column[]; isTakeout: boolean };

function headerOf(
  head: readonly string[][],
  mappingOf: (key: string) => ColumnMapping | null,
): TableHeader | null {
  const rows = head.slice(0, HEADER_WITHIN);
  for (const [at, row] of rows.entries()) {
    const found = recognised(row);
    if (found) return { at, ...found };
  }
  const headerAt = widestRowAt(head);
  const header = rows[headerAt];
  const mapping = header && mappingOf(keyOf(header));
  if (!header || !mapping) return null;
  const fieldAt = new Map(Object.entries(mapping).map(([field, at]) => [at, field as Field]));
  const columns = header.map((name, at) => ({ name: name.trim(), field: fieldAt.get(at) ?? null }));
  return { at: headerAt, columns, isTakeout: false };
}

/**
 * Returns the columns of a header. The header must contain a name column and another column that identifies the place,
 * such as the address. A name column alone is enough if it is the only column. Returns null for any other header.
 */
function recognised(header: readonly string[]): Omit<TableHeader, 'at'> | null {
  const columns = header.map((name): Column => ({ name: name.trim(), field: fieldOfName(name) }));
  const has = (...fields: Field[]) => columns.some(({ field }) => field !== null && fields.includes(field));
  const isKnown = has('name') && (has('address', 'lat', 'point', 'link', 'placeId') || header.length === 1);
  if (!isKnown) return null;
  const names = columns.map(({ name }) => name.toLowerCase());
  const isTakeout = [
    ['title', 'note', 'url'],
    ['제목', '메모', 'url'],
  ].some((expected) => expected.every((name) => names.includes(name)));
  return { columns, isTakeout };
}

function unknownTable(head: readonly string[][]): UnknownTable {
  const at = widestRowAt(head);
  const header = (head[at] ?? []).map((cell) => cell.trim().slice(0, CELL_SHOWN));
  const sample = head
    .slice(at + 1, at + 1 + SAMPLE_ROWS)
    .map((row) => row.map((cell) => cell.trim().slice(0, CELL_SHOWN)));
  const guess: ColumnMapping = {};
  for (const [column, name] of header.entries()) {
    const field = fieldOfName(name);
    if (field) guess[field] ??= column;
  }
  return { key: keyOf(header), header, sample, guess };
}

/** Returns the index of the row that counts as the header if no header is recognised: the first of the widest rows. */
function widestRowAt(head: readonly string[][]): number {
  const lengths = head.slice(0, HEADER_WITHIN).map((row) => row.length);
  return lengths.indexOf(Math.max(...lengths));
}

const keyOf = (header: readonly string[]): string =>
  header
    .map((cell) => cell.trim().slice(0, CELL_SHOWN))
    .join('\t')
    .slice(0, KEY_MAXIMUM);

function emitPlace({
  fields,
  header: { columns, isTakeout },
  list,
  onPlace,
  onSkip,
}: {
  fields: string[];
  header: TableHeader;
  list: string;
  onPlace: OnPlace;
  onSkip: OnSkip;
}): boolean {
  const written = emptyPlace();
  for (const [at, { name, field }] of columns.entries())
    putValue(written, name || `${at + 1}`, unescaped(fields[at] ?? ''), field);
  const { link, name } = written.fields;
  // Google's saved lists also contain films, pictures and web pages.
  const place = isTakeout && link && !isGoogleMaps(link) ? null : placeOf(written);
  if (place) return onPlace(place, list);
  const texts = [name ?? '', ...fields]
    .map((cell) => oneLine(cell, CELL_SHOWN))
    .filter((text) => text !== '');
  const label = texts.find((text) => /\p{Letter}/u.test(text)) ?? texts[0];
  if (label === undefined) return true;
  onSkip(label, isTakeout && link ? 'web_page' : 'nothing');
  return true;
}

/**
 * Removes the apostrophe before the text of a cell. Our own export and other programs write the apostrophe so that a
 * spreadsheet does not run the cell as a formula.
 */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '');
