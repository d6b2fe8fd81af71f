import { parsePastedText } from '#features/transfer/pasted-text.rules.ts';
import { rowKeyOf } from '#features/transfer/row-key.rules.ts';
import { mergeTags, tagOfList } from './place-fields.ts';
import {
  EMPTY_PLACE,
  FILES_MAXIMUM,
  type FilePlace,
  FileProblem,
  type FileProblemCode,
  type FileSource,
} from './file-place.ts';
import { readJson } from './read-json.ts';
import { type ColumnMapping, readTable, type UnknownTable } from './read-table.ts';
import { readXml } from './read-xml.ts';
import { readZip } from './read-zip.ts';
import { browserCp949, type Cp949, startOf, textOf } from './text-of.ts';

export type ReadFiles = {
  /** Each place is listed once. Its tags contain the names of the lists that contain it. */
  places: FilePlace[];
  /** Whether there are more places than the limit. */
  isTruncated: boolean;
  /** Files that could not be read completely. */
  problems: { file: string; code: FileProblemCode }[];
  /** Tables whose columns the member must name. */
  unknownTables: { file: string; table: UnknownTable }[];
};

/**
 * Reads the places of files. The format is recognised by the content. A fault of one file does not affect the other
 * files.
 */
export async function readFiles({
  files,
  limit,
  mappingOf = () => null,
  cp949 = browserCp949,
  onProgress = () => {},
}: {
  files: readonly FileSource[];
  /** Maximum number of places. */
  limit: number;
  /**
   * Returns the columns that the member named for the header with this key; null if the member has not named them yet.
   */
  mappingOf?: (key: string) => ColumnMapping | null;
  cp949?: Cp949;
  onProgress?: (places: number) => void;
}): Promise<ReadFiles> {
  const known = new Map<string, FilePlace>();
  const result: ReadFiles = { places: [], isTruncated: false, problems: [], unknownTables: [] };
  const { unknownTables, problems } = result;
  let bytes = 0;
  for (const file of files) {
    let count = 0;
    const onPlace = (place: FilePlace, list: string): boolean => {
      count += 1;
      return keep(place, list);
    };
    const before = unknownTables.length + problems.length;
    try {
      if (FILES_MAXIMUM < bytes + file.size) throw new FileProblem('too_large');
      bytes += file.size;
      await readFile({ file, onPlace, mappingOf, cp949, unknownTables, problems });
      if (count === 0 && unknownTables.length + problems.length === before)
        throw new FileProblem('no_places');
    } catch (error) {
      problems.push({ file: file.name, code: codeOf(error) });
    }
    onProgress(known.size);
  }
  return { ...result, places: [...known.values()] };

  function keep(place: FilePlace, list: string): boolean {
    const tags = mergeTags(
      [tagOfList(list)].filter((tag) => tag !== '' && !isStandardName(tag)),
      place.tags,
    );
    const key = rowKeyOf(place);
    const earlier = known.get(key);
    if (earlier) {
      earlier.tags = mergeTags(earlier.tags, tags);
      return true;
    }
    if (known.size === limit) {
      result.isTruncated = true;
      return false;
    }
    known.set(key, { ...place, tags });
    if (known.size % 500 === 0) onProgress(known.size);
    return true;
  }
}

/** Any other error comes from the device: the file is deleted, in a cloud, or may not be read. */
const codeOf = (error: unknown): FileProblemCode =>
  error instanceof FileProblem ? error.code : 'not_readable';

/** Whether a tag is the standard name of an exported file, such as `Saved Places`, and not the name of a list. */
const isStandardName = (tag: string): boolean =>
  /^(?:doc|saved places|저장한 장소|저장된 장소|my places|내 장소|momokzi.*|모먹지.*)$/i.test(tag);

type Reading = {
  file: FileSource;
  onPlace: (place: FilePlace, list: string) => boolean;
  mappingOf: (key: string) => ColumnMapping | null;
  cp949: Cp949;
  unknownTables: ReadFiles['unknownTables'];
  problems: ReadFiles['problems'];
  /**
   * Whether the file is an entry of a ZIP. A ZIP may contain tables without places, so the member is not asked to name
   * the columns of its tables.
   */
  isEntry?: boolean;
};

async function readFile(given: Reading): Promise<void> {
  const { file, onPlace, cp949, isEntry = false } = given;
  const start = await startOf(file);
  if (start[0] === 0x50 && start[1] === 0x4b && !isEntry) return readZipEntries(given);
  const { first, text } = await peek(textOf(file, cp949));
  const reading = { text, list: file.name, onPlace };
  if (first === '') throw new FileProblem('no_places');
  if (first === '<') return readXml(reading);
  if (first === '{') return readJson(reading);
  if (first === '[' && /\.(?:geo)?json$/i.test(file.name)) throw new FileProblem('unknown_format');
  if (/\.txt$/i.test(file.name)) return readPlainText(given);
  if (/\.(?:kml|gpx|kmz|zip|json|geojson)$/i.test(file.name)) throw new FileProblem('unknown_format');
  const table = await readTable({ ...reading, mappingOf: given.mappingOf });
  if (table && !isEntry) given.unknownTables.push({ file: file.name, table });
}

/** Returns the first character that is not a space, and the whole text. */
async function peek(text: AsyncGenerator<string>): Promise<{ first: string; text: AsyncIterable<string> }> {
  let start = '';
  for (;;) {
    const { done, value } = await text.next();
    start += value ?? '';
    const [first = ''] = /\S/.exec(start) ?? [];
    if (first !== '' || done) return { first, text: chain(start, text) };
  }
}

async function* chain(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/**
 * Reads the entries of a ZIP. A fault of one entry does not stop the reading of the other entries. An entry without
 * places is not a fault, because exports contain many files.
 */
async function readZipEntries(given: Reading): Promise<void> {
  let isStopped = false;
  const onPlace: Reading['onPlace'] = (place, list) => {
    isStopped ||= !given.onPlace(place, list);
    return !isStopped;
  };
  await readZip(given.file, async (entry) => {
    if (isStopped) return;
    try {
      await readFile({ ...given, file: entry, onPlace, isEntry: true });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'no_places' || code === 'unknown_format') return;
      given.problems.push({ file: `${given.file.name}/${entry.name}`, code });
    }
  });
}

/** Reads a chat export, or a text that was copied from a maps app. */
async function readPlainText({ file, onPlace, cp949 }: Reading): Promise<void> {
  let written = '';
  for await (const piece of textOf(file, cp949)) {
    written += piece;
    if (TEXT_MAXIMUM < written.length) throw new FileProblem('too_large');
  }
  for (const place of parsePastedText(written).places) if (!onPlace({ ...EMPTY_PLACE, ...place }, '')) return;
}

const TEXT_MAXIMUM = 10 * 1024 * 1024;
