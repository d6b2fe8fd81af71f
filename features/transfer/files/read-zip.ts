import { Unzip, UnzipInflate } from 'fflate';
import { FileProblem, type FileSource } from './file-place.ts';
import { pieces } from './text-of.ts';

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
 * @param read called for each file. The stream of a damaged file throws. A ZIP within a ZIP is not opened
 * @throws FileProblem damaged_zip, inflates_too_much
 */
export async function readZip(source: FileSource, read: (entry: FileSource) => Promise<void>): Promise<void> {
  const done: FileSource[] = [];
  let problem: FileProblem | null = null;
  let inflated = 0;
  let entries = 0;
  const fail = (code: 'damaged_zip' | 'inflates_too_much') => void (problem ??= new FileProblem(code));
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (ENTRIES_MAXIMUM < entries) return fail('inflates_too_much');
    if (!READABLE.test(entry.name) || /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.name)) return;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let isDamaged = false;
    entry.ondata = (error, chunk, isLast) => {
      if (error) {
        if (!isDamaged) done.push(damagedEntry(entry.name));
        isDamaged = true;
        return;
      }
      inflated += chunk.length;
      if (INFLATED_MAXIMUM < inflated) {
        fail('inflates_too_much');
        return entry.terminate();
      }
      chunks.push(chunk);
      if (!isLast) return;
      const blob = new Blob(chunks);
      done.push({ name: entry.name, size: blob.size, stream: () => blob.stream() });
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

const READABLE = /\.(?:csv|tsv|json|geojson|kml|gpx)$/i;
