import { parsePastedText } from '#features/transfer/pasted-text.rules.ts';
import { isChatCsv } from '#features/transfer/texts/chat-exports.rules.ts';
import { rowKeyOf } from '#features/transfer/row-key.rules.ts';
import { mergePlaces } from './merge-places.ts';
import { googleIdOf } from './map-links.ts';
import { mergeTags, tagOfList } from './place-fields.ts';
import {
  EMPTY_PLACE,
  FILES_MAXIMUM,
  type FilePlace,
  FileProblem,
  type FileProblemCode,
  type FileSource,
  type OnSkip,
  type SkipReason,
} from './file-place.ts';
import { readJson } from './read-json.ts';
import { type ColumnMapping, isTable, readTable, type UnknownTable } from './read-table.ts';
import { sheetsOf } from './read-workbook.ts';
import { readXml } from './read-xml.ts';
import { readZip, type Unpacked } from './read-zip.ts';
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
  /** The first entries that are not shown as places. */
  skipped: Skipped[];
  skippedCount: number;
  /** Number of lines of chats that do not look like places. */
  conversationCount: number;
  /** Columns without a field that places have, in the order of the files. */
  extraColumns: ExtraColumn[];
};

export type Skipped = { file: string; label: string; reason: SkipReason };
/** @property sample the first value of the column */
export type ExtraColumn = { name: string; sample: string };

const SKIPPED_SHOWN = 1_000;

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
  const byGoogleId = new Map<string, FilePlace>();
  const extras = new Map<string, string>();
  const result: ReadFiles = {
    places: [],
    isTruncated: false,
    problems: [],
    unknownTables: [],
    skipped: [],
    skippedCount: 0,
    conversationCount: 0,
    extraColumns: [],
  };
  const { unknownTables, problems, skipped } = result;
  let bytes = 0;
  for (const file of files) {
    let count = 0;
    const onPlace = (place: FilePlace, list: string): boolean => {
      count += 1;
      return keep(place, list);
    };
    const onSkip: OnSkip = (label, reason) => {
      result.skippedCount += 1;
      if (skipped.length < SKIPPED_SHOWN) skipped.push({ file: file.name, label, reason });
    };
    const onConversation = (lines: number) => void (result.conversationCount += lines);
    const reports = () => unknownTables.length + problems.length + result.skippedCount;
    const before = reports();
    try {
      if (FILES_MAXIMUM < bytes + file.size) throw new FileProblem('too_large');
      bytes += file.size;
      await readFile({
        file,
        onPlace,
        onSkip,
        onConversation,
        mappingOf,
        cp949,
        unknownTables,
        problems,
        unpacked: { bytes: 0 },
      });
      if (count === 0 && reports() === before) throw new FileProblem('no_places');
    } catch (error) {
      problems.push({ file: file.name, code: codeOf(error) });
    }
    onProgress(known.size);
  }
  const extraColumns = [...extras].map(([name, sample]) => ({ name, sample }));
  return { ...result, places: [...known.values()], extraColumns };

  function keep(place: FilePlace, list: string): boolean {
    const tags = mergeTags(
      [tagOfList(list)].filter((tag) => tag !== '' && !isStandardName(tag)),
      place.tags,
    );
    for (const [name, value] of Object.entries(place.extras)) if (!extras.has(name)) extras.set(name, value);
    const key = rowKeyOf(place);
    const googleId = googleIdOf(place.link);
    const linked = `${googleId} ${place.name}`;
    const earlier = known.get(key) ?? (googleId === '' ? undefined : byGoogleId.get(linked));
    if (earlier) {
      Object.assign(earlier, mergePlaces(earlier, { ...place, tags }));
      return true;
    }
    if (known.size === limit) {
      result.isTruncated = true;
      return false;
    }
    const kept = { ...place, tags };
    known.set(key, kept);
    if (googleId !== '') byGoogleId.set(linked, kept);
    if (known.size % 500 === 0) onProgress(known.size);
    return true;
  }
}

/** Any other error comes from the device: the file is deleted, in a cloud, or may not be read. */
const codeOf = (error: unknown): FileProblemCode =>
  error instanceof FileProblem ? error.code : 'not_readable';

/** Whether a tag is the standard name of an exported file, such as `Saved Places`, and not the name of a list. */
const isStandardName = (tag: string): boolean =>
  /^(?:doc|saved places|저장한 장소|저장된 장소|reviews|리뷰|labell?ed places|라벨이 지정된 장소|my places|내 장소|momokzi.*|모먹지.*)$/i.test(
    tag,
  );

type Reading = {
  file: FileSource;
  onPlace: (place: FilePlace, list: string) => boolean;
  onSkip: OnSkip;
  onConversation: (lines: number) => void;
  mappingOf: (key: string) => ColumnMapping | null;
  cp949: Cp949;
  unknownTables: ReadFiles['unknownTables'];
  problems: ReadFiles['problems'];
  unpacked: Unpacked;
  /**
   * Whether the file is an entry of a ZIP. A ZIP may contain tables without places, so the member is not asked to name
   * the columns of its tables.
   */
  isEntry?: boolean;
};

async function readFile(given: Reading): Promise<void> {
  const { file, onPlace, onSkip, cp949, isEntry = false } = given;
  const start = await startOf(file);
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  if (isZip && /\.xlsx$/i.test(file.name)) return readWorkbook(given);
  // A ZIP within a ZIP is not opened, except a map.
  if (isZip && (!isEntry || /\.kmz$/i.test(file.name))) return readZipEntries(given);
  if (isZip && /\.zip$/i.test(file.name)) return onSkip(file.name, 'zip');
  if (isOldWorkbook(start) || (isEntry && /\.(?:xlsx?|ods|numbers)$/i.test(file.name)))
    throw new FileProblem('spreadsheet');
  const { first, beginning, text } = await peek(textOf(file, cp949));
  const reading = { text, list: file.name, onPlace, onSkip };
  if (first === '') throw new FileProblem('no_places');
  if (first === '<') {
    if (/^\s*<(?:!doctype html|html|table|head|body|meta)\b/i.test(beginning))
      throw new FileProblem('web_page');
    return readXml(reading);
  }
  const isArray = first === '[' && /\.(?:geo)?json$/i.test(file.name);
  if (first === '{' || isArray) return readJson({ ...reading, isArray });
  if (isChatCsv(beginning) || (/\.txt$/i.test(file.name) && !isTable(beginning))) return readPlainText(given);
  if (/\.(?:kml|gpx|kmz|zip|json|geojson|xlsx?|ods|numbers)$/i.test(file.name))
    throw new FileProblem('unknown_format');
  const table = await readTable({ ...reading, mappingOf: given.mappingOf });
  if (!table) return;
  if (isEntry) onSkip(file.name, 'table');
  else given.unknownTables.push({ file: file.name, table });
}

/** Reads each sheet as a table. Only the columns of the first sheet are asked for; other sheets may be calculations. */
async function readWorkbook({ file, onPlace, onSkip, mappingOf, unknownTables, isEntry }: Reading) {
  const sheets = await sheetsOf(file);
  if (sheets.length === 0) throw new FileProblem('no_places');
  for (const [at, { sheet, list, text }] of sheets.entries()) {
    const reading = { text: textsOf(text), list, onPlace, onSkip, mappingOf };
    const table = await readTable(reading);
    if (!table) continue;
    if (isEntry || 0 < at) onSkip(`${file.name}/${sheet}`, 'table');
    else unknownTables.push({ file: file.name, table });
  }
}

async function* textsOf(text: string): AsyncGenerator<string> {
  yield text;
}

/** The first bytes of a workbook of Excel 97 to 2003. */
const isOldWorkbook = (start: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => start[at] === byte);

/** Returns the first character that is not a space, the beginning of the text, and the whole text. */
async function peek(
  text: AsyncGenerator<string>,
): Promise<{ first: string; beginning: string; text: AsyncIterable<string> }> {
  let start = '';
  for (;;) {
    const { done, value } = await text.next();
    start += value ?? '';
    const [first = ''] = /\S/.exec(start) ?? [];
    if (first !== '' || done) return { first, beginning: start.slice(0, 8_192), text: chain(start, text) };
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
  const readEntry = async (entry: FileSource) => {
    if (isStopped) return;
    const name = `${given.file.name}/${entry.name}`;
    const onSkip: OnSkip = (label, reason) =>
      given.onSkip(reason === 'table' || reason === 'zip' ? name : label, reason);
    try {
      await readFile({ ...given, file: entry, onPlace, onSkip, isEntry: true });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'inflates_too_much') throw error;
      if (code === 'no_places' || code === 'unknown_format') return;
      given.problems.push({ file: name, code });
    }
  };
  // The list of a map in a KMZ is the KMZ, because its entry is always doc.kml.
  const isMap = /\.kmz$/i.test(given.file.name);
  await readZip({
    source: given.file,
    unpacked: given.unpacked,
    cp949: given.cp949,
    read: (entry) => readEntry(isMap ? { ...entry, name: given.file.name.replace(/z$/i, 'l') } : entry),
  });
}

/** Reads a chat export, or a text that was copied from a maps app. */
async function readPlainText({ file, onPlace, onSkip, onConversation, cp949 }: Reading): Promise<void> {
  let written = '';
  for await (const piece of textOf(file, cp949)) {
    written += piece;
    if (TEXT_MAXIMUM < written.length) throw new FileProblem('too_large');
  }
  const { places, unread, conversationCount } = parsePastedText(written);
  onConversation(conversationCount);
  for (const place of places) if (!onPlace({ ...EMPTY_PLACE, ...place }, '')) return;
  for (const line of unread) onSkip(line, 'line');
}

const TEXT_MAXIMUM = 10 * 1024 * 1024;
