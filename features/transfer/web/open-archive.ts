import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { z } from 'zod';
import {
  ArchiveDocument,
  ArchivedCollection,
  ArchivedEntry,
  ArchivedRestaurant,
} from '#features/transfer/archive.contract.ts';
import { limitNesting } from './limit-nesting.ts';
import { NotAnArchive } from './not-an-archive.ts';

/** The rows of an archive that fit the contract, and the names of the other rows. A name that cannot be read is ''. */
export type ArchivedRows<Row> = { rows: Row[]; unreadable: string[] };
export type OpenedDocument = {
  restaurants: ArchivedRows<ArchivedRestaurant>;
  journal: ArchivedRows<ArchivedEntry>;
  collections: ArchivedRows<ArchivedCollection>;
  /** The filter shortcuts, which the device checks. */
  filterShortcuts: unknown;
};

/** Returns a photo by its path; null if the archive does not contain it, or if it is damaged or too large. */
export type ReadPhoto = (name: string) => Promise<Blob | null>;
export type OpenedArchive = { document: OpenedDocument; readPhoto: ReadPhoto; close: () => Promise<void> };

/**
 * Maximum size of `data.json` in bytes. It is larger than any real file, and protects the browser from a file that
 * would fill its memory.
 */
const DOCUMENT_BYTES_MAXIMUM = 200_000_000;
const PHOTO_BYTES_MAXIMUM = 15_000_000;
const ENTRIES_MAXIMUM = 200_000;

/**
 * Opens an archive. The unpacked bytes are counted while they are unpacked, because the sizes in a ZIP may be wrong.
 * @throws NotAnArchive
 */
export async function openArchive(file: Blob): Promise<OpenedArchive> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  const entries = new Map<string, FileEntry>();
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.size === ENTRIES_MAXIMUM) throw new NotAnArchive();
      if (!entry.directory) entries.set(entry.filename, entry);
    }
  } catch {
    throw new NotAnArchive();
  }
  const readPhoto: ReadPhoto = async (name) => {
    const entry = entries.get(name);
    const bytes = entry && (await unpack(entry, { maximum: PHOTO_BYTES_MAXIMUM }).catch(() => null));
    return bytes ? new Blob(bytes, { type: 'image/webp' }) : null;
  };
  const json = entries.get('data.json');
  if (!json) throw new NotAnArchive();
  const bytes = await unpack(json, { maximum: DOCUMENT_BYTES_MAXIMUM, onBytes: limitNesting() }).catch(() => {
    throw new NotAnArchive();
  });
  return {
    document: documentOf(await new Blob(bytes).text()),
    readPhoto,
    close: () => reader.close(),
  };
}

type FileEntry = {
  uncompressedSize: number;
  getData: (writable: WritableStream<Uint8Array<ArrayBuffer>>) => Promise<unknown>;
};

/** @param onBytes called for each unpacked piece. If it throws, unpacking ends */
async function unpack(
  entry: FileEntry,
  { maximum, onBytes }: { maximum: number; onBytes?: (bytes: Uint8Array) => void },
): Promise<Uint8Array<ArrayBuffer>[]> {
  if (maximum < entry.uncompressedSize) throw new NotAnArchive();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let unpacked = 0;
  await entry.getData(
    new WritableStream({
      write: (piece) => {
        unpacked += piece.length;
        if (entry.uncompressedSize < unpacked) throw new NotAnArchive();
        onBytes?.(piece);
        pieces.push(piece.slice());
      },
    }),
  );
  return pieces;
}

function documentOf(text: string): OpenedDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAnArchive();
  }
  const checked = ArchiveDocument.safeParse(value);
  if (!checked.success) throw new NotAnArchive();
  return {
    restaurants: validRows(ArchivedRestaurant, checked.data.restaurants),
    journal: validRows(ArchivedEntry, checked.data.journal),
    collections: validRows(ArchivedCollection, checked.data.collections),
    filterShortcuts: checked.data.filterShortcuts,
  };
}

function validRows<Row>(schema: z.ZodType<Row>, rows: readonly unknown[]): ArchivedRows<Row> {
  const valid: Row[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const checked = schema.safeParse(row);
    if (checked.success) valid.push(checked.data);
    else {
      const { name, restaurantName } = Names.safeParse(row).data ?? {};
      unreadable.push(name ?? restaurantName ?? '');
    }
  }
  return { rows: valid, unreadable };
}

const Names = z.object({ name: z.string(), restaurantName: z.string() }).partial();
