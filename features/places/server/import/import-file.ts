import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { insertWords } from '#features/places/server/index.sql.ts';
import { type ImportReport, createReport } from './import-report.ts';
import {
  startImport,
  finishImport,
  hasOtherImports,
  hasRegisterPlaces,
  type ImportCounts,
  NO_COUNTS,
  updateImport,
} from './imports.sql.ts';
import { copyNewPlaces, copyPlaceRows, createPlaceRows, keepNewestRows } from './place-rows.sql.ts';
import { readRegister } from './read-register.ts';
import type { RegisterChunk } from './register-chunks.ts';
import { dropSearchIndexes } from './search-indexes.sql.ts';
import { inTransaction, type Session } from './session.ts';
import { type Stored, storePlaceRows } from './store-places.ts';

export type FileProgress = { bytesRead: number; bytes: number; rowsDone: number };
export type FileOutcome = ImportCounts & {
  rows: number;
  /** Number of rows that an earlier, interrupted run has stored. */
  resumedAt: number;
  reportFile: string;
};

export type FileImport = {
  file: string;
  reportFile: string;
  onProgress: (progress: FileProgress) => void;
  /** A signal that ends the import after the current chunk. The import can be resumed. */
  signal: AbortSignal;
};

/**
 * Updates the places from a register file in chunks. One transaction stores a chunk, the number of its last row and
 * the length of the report. A killed import can therefore resume after the last stored chunk. The caller holds the
 * lock on the index.
 * @throws NotARegister, and the signal's reason
 */
export async function importFile(
  session: Session,
  { file, reportFile, onProgress, signal }: FileImport,
): Promise<FileOutcome> {
  const { connection } = session;
  const bytes = (await stat(file)).size;
  const {
    id,
    rowsDone: resumedAt,
    counts: before,
  } = await startImport(connection, {
    fileName: path.basename(file),
    fingerprint: await fingerprintOf(file),
  });
  const report = createReport({ file: reportFile, keptLength: before.reportLength });
  const startedEmpty = resumedAt === 0 ? !(await hasRegisterPlaces(connection)) : before.startedEmpty;
  // If no place of a register was stored at the start and no other file was imported, all stored places of the
  // register come from this import.
  const isFirstLoad = LARGE_FILE < bytes && startedEmpty && !(await hasOtherImports(connection, id));
  let counts = { ...before, startedEmpty };
  let rows = resumedAt;
  try {
    for await (const chunk of readRegister({ file, rowsToSkip: resumedAt })) {
      signal.throwIfAborted();
      if (chunk.rowsDone <= resumedAt) continue;
      report.add(chunk.notes);
      if (isFirstLoad && rows === resumedAt) await dropSearchIndexes(connection);
      counts = await storeChunk(session, {
        id,
        chunk,
        report,
        counts: { ...counts, reportLength: report.write() },
        isFirstLoad,
      });
      rows = chunk.rowsDone;
      onProgress({ bytesRead: chunk.bytesRead, bytes, rowsDone: rows });
    }
    await finishImport(connection, id);
    return { ...counts, rows, resumedAt, reportFile };
  } finally {
    report.close();
  }
}

/** Bytes. For a smaller first file, dropping and creating the indexes of the search takes longer than it saves. */
const LARGE_FILE = 5_000_000;

const storeChunk = (
  session: Session,
  {
    id,
    chunk,
    report,
    counts,
    isFirstLoad,
  }: { id: number; chunk: RegisterChunk; report: ImportReport; counts: ImportCounts; isFirstLoad: boolean },
): Promise<ImportCounts> =>
  inTransaction(session, async () => {
    const { client, connection } = session;
    // After a crash of the machine, the last chunks may be missing, but never a part of a chunk. The next run imports
    // the missing chunks again.
    await client.query('set local synchronous_commit = off');
    const [stored] = await Promise.all([storeRows(session, { chunk, isFirstLoad }), report.sync()]);
    const sums: ImportCounts = {
      ...counts,
      added: counts.added + stored.added,
      changed: counts.changed + stored.changed,
      refused: counts.refused + chunk.refused,
      repeated: counts.repeated + chunk.repeated,
      withoutPoint: counts.withoutPoint + chunk.withoutPoint,
      unreadable: counts.unreadable + chunk.unreadable,
    };
    await updateImport(connection, { id, rowsDone: chunk.rowsDone, counts: sums });
    return sums;
  });

/**
 * Stores the rows of a chunk. In a first load, most rows are copied directly into the table of places. Copying takes
 * one third of the time that a comparison with the stored places takes.
 */
async function storeRows(
  { client, connection }: Session,
  { chunk, isFirstLoad }: { chunk: RegisterChunk; isFirstLoad: boolean },
): Promise<Stored> {
  await createPlaceRows(connection);
  if (isFirstLoad) {
    await copyNewPlaces(client, chunk.fresh);
  } else {
    await copyPlaceRows(client, chunk.fresh);
  }
  if (chunk.again.length > 0) {
    await copyPlaceRows(client, chunk.again);
    await keepNewestRows(connection);
  } else if (isFirstLoad) {
    await insertWords(connection, chunk.words);
    return { added: chunk.freshRows, changed: 0 };
  }
  const { added, changed } = await storePlaceRows(connection, chunk.words);
  return { added: added + (isFirstLoad ? chunk.freshRows : 0), changed };
}

/** Reads a file and writes the report that `importFile` would write. The database is not changed. */
export async function tryFile({ file, reportFile, onProgress, signal }: FileImport): Promise<FileOutcome> {
  const bytes = (await stat(file)).size;
  const report: ImportReport = createReport({ file: reportFile, keptLength: 0 });
  let outcome: FileOutcome = { ...NO_COUNTS, rows: 0, resumedAt: 0, reportFile };
  try {
    for await (const chunk of readRegister({ file, rowsToSkip: 0 })) {
      signal.throwIfAborted();
      report.add(chunk.notes);
      outcome = {
        ...outcome,
        rows: chunk.rowsDone,
        refused: outcome.refused + chunk.refused,
        repeated: outcome.repeated + chunk.repeated,
        withoutPoint: outcome.withoutPoint + chunk.withoutPoint,
        unreadable: outcome.unreadable + chunk.unreadable,
      };
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
