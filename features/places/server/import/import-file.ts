import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { insertWords } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';
import { createReport } from './import-report.ts';
import { hasRegisterPlaces, type ImportCounts, NO_COUNTS, recordImport } from './imports.sql.ts';
import { createNextPlaces, type PlacesTable } from './next-places.sql.ts';
import { copyNewPlaces, copyPlaceRows, createPlaceRows, keepNewestRows } from './place-rows.sql.ts';
import { readRegister } from './read-register.ts';
import type { RegisterChunk } from './register-chunks.ts';
import type { Session } from './session.ts';
import { type Stored, storePlaceRows } from './store-places.ts';

export type FileProgress = { bytesRead: number; bytes: number; rowsDone: number };
export type FileOutcome = ImportCounts & { rows: number; reportFile: string };

export type FileImport = {
  file: string;
  reportFile: string;
  onProgress: (progress: FileProgress) => void;
  /** A signal that ends the import after the current chunk. Nothing is then stored. */
  signal: AbortSignal;
};

/** Where an import stores places. */
export type Target = {
  table: PlacesTable;
  /** Whether the table contains no place of a register, so that rows need not be compared with it. */
  isEmpty: boolean;
};

/** Bytes. For a smaller first file, replacing the table takes longer than it saves. */
const LARGE_FILE = 5_000_000;

/**
 * Chooses where an import that begins with this file stores its places. If no place of a register is stored, the
 * import fills a new table.
 */
export async function targetOf(connection: Connection, firstFile: string): Promise<Target> {
  if ((await stat(firstFile)).size <= LARGE_FILE || (await hasRegisterPlaces(connection)))
    return { table: 'places', isEmpty: false };
  await createNextPlaces(connection);
  return { table: 'places_next', isEmpty: true };
}

/**
 * Updates the places from a register file in chunks. The caller holds the lock on the index, and a transaction in which
 * the whole import is stored. Therefore a search never finds a part of an import.
 * @throws NotARegister, and the signal's reason
 */
export async function importFile(
  session: Session,
  { file, reportFile, onProgress, signal, target }: FileImport & { target: Target },
): Promise<FileOutcome> {
  const bytes = (await stat(file)).size;
  const fingerprint = await fingerprintOf(file);
  const report = createReport(reportFile);
  let counts = NO_COUNTS;
  let rows = 0;
  try {
    for await (const chunk of readRegister(file)) {
      signal.throwIfAborted();
      report.add(chunk.notes);
      counts = sumOf(counts, chunk, await storeRows(session, { chunk, target }));
      rows = chunk.rowsDone;
      onProgress({ bytesRead: chunk.bytesRead, bytes, rowsDone: rows });
    }
  } finally {
    report.close();
  }
  await recordImport(session.connection, { fileName: path.basename(file), fingerprint, rows, counts });
  return { ...counts, rows, reportFile };
}

const sumOf = (counts: ImportCounts, chunk: RegisterChunk, stored: Stored): ImportCounts => ({
  added: counts.added + stored.added,
  changed: counts.changed + stored.changed,
  refused: counts.refused + chunk.refused,
  repeated: counts.repeated + chunk.repeated,
  withoutPoint: counts.withoutPoint + chunk.withoutPoint,
  unreadable: counts.unreadable + chunk.unreadable,
});

/**
 * Stores the rows of a chunk. The first file of a first load has most rows only once, so that they are copied directly
 * into the table of places. Copying takes one third of the time that a comparison with the stored places takes.
 */
async function storeRows(
  { client, connection }: Session,
  { chunk, target: { table, isEmpty } }: { chunk: RegisterChunk; target: Target },
): Promise<Stored> {
  await createPlaceRows(connection);
  if (isEmpty) {
    await copyNewPlaces(client, { table, lines: chunk.fresh });
  } else {
    await copyPlaceRows(client, chunk.fresh);
  }
  if (chunk.again.length > 0) {
    await copyPlaceRows(client, chunk.again);
    await keepNewestRows(connection);
  } else if (isEmpty) {
    await insertWords(connection, chunk.words);
    return { added: chunk.freshRows, changed: 0 };
  }
  const { added, changed } = await storePlaceRows(connection, chunk.words, table);
  return { added: added + (isEmpty ? chunk.freshRows : 0), changed };
}

/** Reads a file and writes the report that `importFile` would write. The database is not changed. */
export async function tryFile({ file, reportFile, onProgress, signal }: FileImport): Promise<FileOutcome> {
  const bytes = (await stat(file)).size;
  const report = createReport(reportFile);
  let outcome: FileOutcome = { ...NO_COUNTS, rows: 0, reportFile };
  try {
    for await (const chunk of readRegister(file)) {
      signal.throwIfAborted();
      report.add(chunk.notes);
      outcome = { ...sumOf(outcome, chunk, { added: 0, changed: 0 }), rows: chunk.rowsDone, reportFile };
      onProgress({ bytesRead: chunk.bytesRead, bytes, rowsDone: chunk.rowsDone });
    }
    return outcome;
  } finally {
    report.close();
  }
}

/** Returns a hash of the length, the start and the end of a file, by which the file is recognised. */
async function fingerprintOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const hash = createHash('sha256').update(String(size));
    for (const position of [0, Math.max(0, size - FINGERPRINTED)]) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(FINGERPRINTED),
        0,
        FINGERPRINTED,
        position,
      );
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

const FINGERPRINTED = 1 << 20;
