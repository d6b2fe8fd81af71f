import { csvRows } from '#common/csv-rows.ts';
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
  const head: string[][] = [];
  let columns: Columns | null = null;
  let isStopped = false;
  const take = (fields: string[]): void => {
    if (columns) isStopped ||= !emitPlace({ fields, columns, list, onPlace, onSkip });
    else {
      if (COLUMNS_MAXIMUM < fields.length) throw new FileProblem('too_many_columns');
      head.push(fields);
    }
  };
  const settle = () => {
    const found = columnsOf(head, mappingOf);
    if (!found) return false;
    columns = found;
    for (const fields of head.splice(0).slice(found.headerAt + 1)) take(fields);
    return true;
  };
  let unknown: UnknownTable | null = null;
  for await (const { fields } of rowsOf(text)) {
    if (isStopped) return null;
    if (unknown) continue;
    if (!columns && fields.every((field) => field.trim() === '')) continue;
    take(fields);
    if (!columns && head.length === HEADER_WITHIN + SAMPLE_ROWS && !settle()) unknown = unknownTable(head);
  }
  if (!columns && !unknown && head.length > 0 && !settle()) unknown = unknownTable(head);
  return unknown;
}

async function* rowsOf(text: AsyncIterable<string>) {
  let start = '';
  let rows: ReturnType<typeof csvRows> | null = null;
  let pending = 0;
  for await (const piece of text) {
    if (!rows) {
      start += piece;
      if (start.length < 4_096) continue;
      rows = csvRows({ delimiter: delimiterOf(start), allowsBlanks: true });
    }
    pending += piece.length;
    for (const row of rows.push(start === '' ? piece : start)) {
      pending = 0;
      yield row;
    }
    start = '';
    if (ROW_MAXIMUM < pending) throw new FileProblem('too_many_columns');
  }
  rows ??= csvRows({ delimiter: delimiterOf(start), allowsBlanks: true });
  yield* rows.push(start);
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
type Columns = { headerAt: number; columns: Column[]; isTakeout: boolean };

function columnsOf(
  head: readonly string[][],
  mappingOf: (key: string) => ColumnMapping | null,
): Columns | null {
  const rows = head.slice(0, HEADER_WITHIN);
  for (const [headerAt, header] of rows.entries()) {
    const found = recognised(header);
    if (found) return { headerAt, ...found };
  }
  const headerAt = rows.findIndex((row) => row.length === widestOf(head));
  const header = rows[headerAt];
  const mapping = header && mappingOf(keyOf(header));
  if (!header || !mapping) return null;
  const fieldAt = new Map(Object.entries(mapping).map(([field, at]) => [at, field as Field]));
  const columns = header.map((name, at) => ({ name: name.trim(), field: fieldAt.get(at) ?? null }));
  return { headerAt, columns, isTakeout: false };
}

/**
 * Returns the columns of a header. The header must contain a name column and another column that identifies the place,
 * such as the address. A name column alone is enough if it is the only column. Returns null for any other header.
 */
function recognised(header: readonly string[]): Omit<Columns, 'headerAt'> | null {
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
  const width = widestOf(head);
  const at = head.findIndex((row) => row.length === width);
  const header = (head[at] ?? []).map((cell) => cell.trim().slice(0, 100));
  const sample = head
    .slice(at + 1, at + 1 + SAMPLE_ROWS)
    .map((row) => row.map((cell) => cell.trim().slice(0, 100)));
  const guess: ColumnMapping = {};
  for (const [column, name] of header.entries()) {
    const field = fieldOfName(name);
    if (field) guess[field] ??= column;
  }
  return { key: keyOf(header), header, sample, guess };
}

const widestOf = (rows: readonly string[][]): number => Math.max(...rows.map((row) => row.length));

const keyOf = (header: readonly string[]): string =>
  header
    .map((cell) => cell.trim().slice(0, 100))
    .join('\t')
    .slice(0, 2_000);

function emitPlace({
  fields,
  columns: { columns, isTakeout },
  list,
  onPlace,
  onSkip,
}: {
  fields: string[];
  columns: Columns;
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
  const texts = [name ?? '', ...fields].map((cell) => oneLine(cell, 100)).filter((text) => text !== '');
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
