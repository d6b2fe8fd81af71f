import { Unzip, UnzipInflate } from 'fflate';
import { FileProblem, type FileSource } from './file-place.ts';
import { type Cp949, pieces } from './text-of.ts';

/** Counts the unpacked bytes of a ZIP and of the KMZ files in it. */
export type Unpacked = { bytes: number };

/** Maximum number of bytes of all unpacked files together. */
const INFLATED_MAXIMUM = 200 * 1024 * 1024;
const ENTRIES_MAXIMUM = 10_000;
/**
 * Number of compressed bytes that are unpacked in one step. The unpacked bytes are counted after each step. One step
 * can produce up to about a thousand times this number of bytes.
 */
const PIECE = 16 * 1024;

/**
 * Unpacks the files of a ZIP that can contain places, one after another.
 * @param read called for each file. The stream of a damaged file throws. Names of entries are decoded
 * @throws FileProblem damaged_zip, inflates_too_much, spreadsheet
 */
export async function readZip({
  source,
  unpacked,
  cp949,
  read,
}: {
  source: FileSource;
  unpacked: Unpacked;
  cp949: Cp949;
  read: (entry: FileSource) => Promise<void>;
}): Promise<void> {
  const done: FileSource[] = [];
  let problem: FileProblem | null = null;
  let entries = 0;
  const fail = (code: 'damaged_zip' | 'inflates_too_much' | 'spreadsheet') =>
    void (problem ??= new FileProblem(code));
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (ENTRIES_MAXIMUM < entries) return fail('inflates_too_much');
    const name = decodedName(entry.name, cp949);
    if (WORKBOOK.test(name)) return fail('spreadsheet');
    if (!READABLE.test(name) || /(?:^|[/\\])(?:__MACOSX[/\\]|\.)/.test(name)) return;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let isDamaged = false;
    entry.ondata = (error, chunk, isLast) => {
      if (error) {
        if (!isDamaged) done.push(damagedEntry(name));
        isDamaged = true;
        return;
      }
      unpacked.bytes += chunk.length;
      if (INFLATED_MAXIMUM < unpacked.bytes) {
        fail('inflates_too_much');
        return entry.terminate();
      }
      chunks.push(chunk);
      if (!isLast) return;
      const blob = new Blob(chunks);
      done.push({ name, size: blob.size, stream: () => blob.stream() });
    };
    entry.start();
  });
  unzip.register(UnzipInflate);

  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      unzip.push(bytes, isLast);
    } catch {
      fail('damaged_zip');
    }
  };
  const readDone = async () => {
    for (const entry of done.splice(0)) await read(entry);
  };
  for await (const bytes of pieces(source.stream())) {
    for (let at = 0; at < bytes.length && !problem; at += PIECE) {
      push(bytes.subarray(at, at + PIECE), false);
    }
    if (problem) throw problem;
    await readDone();
  }
  push(new Uint8Array(), true);
  await readDone();
  if (problem) throw problem;
  if (entries === 0) throw new FileProblem('damaged_zip');
}

/** Returns an entry whose stream throws. The other entries can still be unpacked. */
const damagedEntry = (name: string): FileSource => ({
  name,
  size: 0,
  stream: () => {
    throw new FileProblem('damaged_zip');
  },
});

/** Spreadsheets and ZIPs are passed on too, so that the screen names them as unreadable. */
const READABLE = /\.(?:csv|tsv|txt|json|geojson|kml|kmz|gpx|xlsx?|ods|numbers|zip)$/i;

/** An entry that only a workbook contains. */
const WORKBOOK = /^(?:xl\/workbook\.xml|Index\/Document\.iwa|content\.xml)$/;

/**
 * Decodes the name of an entry. fflate decodes a name as Latin-1 if the ZIP does not declare UTF-8. Finder writes UTF-8
 * without declaring it, and Windows in Korean writes CP949.
 */
function decodedName(name: string, cp949: Cp949): string {
  const codes = [...name].map((letter) => letter.codePointAt(0) ?? 0);
  if (codes.every((code) => code < 0x80) || codes.some((code) => 0xff < code)) return name;
  const bytes = Uint8Array.from(codes);
  for (const decoder of [new TextDecoder('utf-8', { fatal: true }), cp949()]) {
    try {
      return decoder.decode(bytes);
    } catch {
      // The bytes are not in this encoding.
    }
  }
  return name;
}
