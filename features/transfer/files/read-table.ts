import { csvRows } from '#common/csv-rows.ts';
import { type Field, fieldOfName, isGoogleMaps, placeOf, type WrittenFields } from './place-fields.ts';
import { FileProblem, type OnPlace } from './file-place.ts';

/** The index of the column that contains a field, counted from 0. */
export type ColumnMapping = Partial<Record<Field, number>>;

/** A table whose columns the member must name. */
export type UnknownTable = {
  /** Key under which the mapping is stored. Files with the same header have the same key. */
  key: string;
  header: string[];
  /** The first rows. They help the member to recognise the columns. */
  sample: string[][];
};

const COLUMNS_MAXIMUM = 200;
/** Maximum number of characters in a row. */
const ROW_MAXIMUM = 1_000_000;
const HEADER_WITHIN = 6;
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
  mappingOf,
}: {
  text: AsyncIterable<string>;
  list: string;
  onPlace: OnPlace;
  mappingOf: (key: string) => ColumnMapping | null;
}): Promise<UnknownTable | null> {
  const head: string[][] = [];
  let columns: Columns | null = null;
  let isStopped = false;
  const take = (fields: string[]): void => {
    if (columns) isStopped ||= !emitPlace({ fields, columns, list, onPlace });
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

/** Returns the delimiter that splits one of the first lines into the most columns. */
function delimiterOf(text: string): ',' | '\t' | ';' {
  const lines = text.split('\n', 12);
  const columns = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length));
  if (columns('\t') > 1 && columns(',') <= columns('\t')) return '\t';
  return columns(',') < columns(';') ? ';' : ',';
}

type Columns = { headerAt: number; mapping: ColumnMapping; notes: number[]; isTakeout: boolean };

function columnsOf(
  head: readonly string[][],
  mappingOf: (key: string) => ColumnMapping | null,
): Columns | null {
  const rows = head.slice(0, HEADER_WITHIN);
  for (const [headerAt, header] of rows.entries()) {
    const columns = recognised(header);
    if (columns) return { headerAt, ...columns };
  }
  const headerAt = rows.findIndex((row) => row.length === widestOf(head));
  const header = rows[headerAt];
  const mapping = header && mappingOf(keyOf(header));
  if (!mapping) return null;
  return { headerAt, mapping, notes: mapping.note === undefined ? [] : [mapping.note], isTakeout: false };
}

/**
 * Returns the columns of a header. The header must contain a name column and another column that identifies the place,
 * such as the address. A name column alone is enough if it is the only column. Returns null for any other header.
 */
function recognised(header: readonly string[]): Omit<Columns, 'headerAt'> | null {
  const mapping: ColumnMapping = {};
  const notes: number[] = [];
  for (const [at, cell] of header.entries()) {
    const field = fieldOfName(cell);
    if (field === 'note') notes.push(at);
    if (field) mapping[field] ??= at;
  }
  const hasPlace = ['address', 'lat', 'link', 'placeId'].some(
    (field) => mapping[field as Field] !== undefined,
  );
  if (mapping.name === undefined || !(hasPlace || header.length === 1)) return null;
  const names = header.map((cell) => cell.trim().toLowerCase());
  return { mapping, notes, isTakeout: ['title', 'note', 'url'].every((name) => names.includes(name)) };
}

function unknownTable(head: readonly string[][]): UnknownTable {
  const width = widestOf(head);
  const at = head.findIndex((row) => row.length === width);
  const header = (head[at] ?? []).map((cell) => cell.trim().slice(0, 100));
  const sample = head
    .slice(at + 1, at + 1 + SAMPLE_ROWS)
    .map((row) => row.map((cell) => cell.trim().slice(0, 100)));
  return { key: keyOf(header), header, sample };
}

const widestOf = (rows: readonly string[][]): number => Math.max(...rows.map((row) => row.length));

const keyOf = (header: readonly string[]): string =>
  header
    .map((cell) => cell.trim().slice(0, 100))
    .join('\t')
    .slice(0, 2_000);

function emitPlace({
  fields,
  columns: { mapping, notes, isTakeout },
  list,
  onPlace,
}: {
  fields: string[];
  columns: Columns;
  list: string;
  onPlace: OnPlace;
}): boolean {
  const written: WrittenFields = {};
  for (const [field, at] of Object.entries(mapping)) written[field as Field] = unescaped(fields[at] ?? '');
  written.note = notes
    .map((at) => unescaped(fields[at] ?? '').trim())
    .filter((note) => note !== '')
    .join('\n');
  // Google's saved lists also contain films, pictures and web pages, which are skipped.
  if (isTakeout && written.link && !isGoogleMaps(written.link.trim())) return true;
  const place = placeOf(written);
  return place ? onPlace(place, list) : true;
}

/**
 * Removes the apostrophe before the text of a cell. Our own export and other programs write the apostrophe so that a
 * spreadsheet does not run the cell as a formula.
 */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '');
