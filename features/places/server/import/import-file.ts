import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { insertWords, markIndexStale, selectIndexState } from '#features/places/server/index.sql.ts';
import type { SearchTablesRebuild } from './build-search-tables.ts';
import { type ImportReport, createReport } from './import-report.ts';
import {
  startImport,
  estimatePlaces,
  finishImport,
  hasOtherImports,
  hasRegisterPlaces,
  type ImportCounts,
  NO_COUNTS,
  updateImport,
} from './imports.sql.ts';
import {
  copyNewPlaces,
  copyPlaceRows,
  createPlaceRows,
  keepNewestRows,
  selectLastId,
} from './place-rows.sql.ts';
import { readRegister } from './read-register.ts';
import type { RegisterChunk } from './register-chunks.ts';
import { inTransaction, type Session } from './session.ts';
import { type Stored, storePlaceRows } from './store-places.ts';

export type FileProgress = { bytesRead: number; bytes: number; rowsDone: number };
export type FileOutcome = ImportCounts & {
  rows: number;
  /** Rows that an earlier, interrupted run had stored. */
  resumedAt: number;
  reportFile: string;
};

type FileImport = {
  file: string;
  reportFile: string;
  onProgress: (progress: FileProgress) => void;
  /** Ends the import after the current chunk; it can be resumed. */
  signal: AbortSignal;
};

/**
 * Updates the places from a register file, chunk by chunk: each chunk, the number of its last row and the length of the
 * report are committed together, so that a killed import resumes where it stopped. The caller holds the lock on the
 * index.
 * @throws NotARegister, and the signal's reason
 */
export async function importFile(
  session: Session,
  { file, reportFile, onProgress, signal, rebuild }: FileImport & { rebuild: SearchTablesRebuild },
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
  // If both conditions hold, only this import can have stored places of a register.
  const isFirstImport = startedEmpty && !(await hasOtherImports(connection, id));
  let counts = { ...before, startedEmpty };
  let rows = resumedAt;
  try {
    const maximum = REBUILD_SHARE * Math.max(SMALL_INDEX, await estimatePlaces(connection));
    for await (const chunk of readRegister({ file, rowsToSkip: resumedAt })) {
      signal.throwIfAborted();
      if (chunk.rowsDone <= resumedAt) continue;
      report.add(chunk.notes);
      // Estimated number of chunks of this size in the whole file.
      const chunksToGo = bytes / Math.max(1, (chunk.bytesRead * (chunk.rowsDone - rows)) / chunk.rowsDone);
      const stored = await storeChunk(session, {
        id,
        chunk,
        report,
        counts: { ...counts, reportLength: report.write() },
        isFirstImport,
        reindexedMaximum: maximum / Math.max(1, chunksToGo),
      });
      counts = stored.counts;
      rebuild.reindex(stored.outdated);
      // Indexes stored places only during a first load, because only then are most of them final.
      if (stored.isCopied) await rebuild.indexUpTo(await selectLastId(connection));
      rows = chunk.rowsDone;
      onProgress({ bytesRead: chunk.bytesRead, bytes, rowsDone: rows });
    }
    await finishImport(connection, id);
    return { ...counts, rows, resumedAt, reportFile };
  } finally {
    report.close();
  }
}

/** Above this share of all places, rebuilding the search tables is faster than changing them. */
const REBUILD_SHARE = 0.1;
const SMALL_INDEX = 200_000;

const storeChunk = (
  session: Session,
  {
    id,
    chunk,
    report,
    counts,
    isFirstImport,
    reindexedMaximum,
  }: {
    id: number;
    chunk: RegisterChunk;
    report: ImportReport;
    counts: ImportCounts;
    isFirstImport: boolean;
    reindexedMaximum: number;
  },
): Promise<StoredRows & { counts: ImportCounts }> =>
  inTransaction(session, async () => {
    const { client, connection } = session;
    // A crash of the machine may lose the last chunks, but never a part of a chunk. The next run imports them again.
    await client.query('set local synchronous_commit = off');
    const isBehind = (await selectIndexState(connection)).is_behind;
    const [stored] = await Promise.all([
      storeRows(session, { chunk, isFirstImport, reindexedMaximum: isBehind ? 0 : reindexedMaximum }),
      report.sync(),
    ]);
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
    return { ...stored, counts: sums };
  });

/** `isCopied`: new places were copied directly into their table. */
type StoredRows = Stored & { isCopied: boolean };

/**
 * On a first load most rows are copied directly into the table, at a third of the cost of comparing each with the
 * stored places.
 */
async function storeRows(
  { client, connection }: Session,
  {
    chunk,
    isFirstImport,
    reindexedMaximum,
  }: { chunk: RegisterChunk; isFirstImport: boolean; reindexedMaximum: number },
): Promise<StoredRows> {
  await createPlaceRows(connection);
  const isCopied = isFirstImport && reindexedMaximum < chunk.freshRows;
  if (isCopied) {
    await markIndexStale(connection);
    await insertWords(connection, chunk.words);
    await copyNewPlaces(client, chunk.fresh);
  } else {
    await copyPlaceRows(client, chunk.fresh);
  }
  if (chunk.again.length > 0) {
    await copyPlaceRows(client, chunk.again);
    await keepNewestRows(connection);
  } else if (isCopied) {
    return { added: chunk.freshRows, changed: 0, outdated: [], isCopied };
  }
  const { added, changed, outdated } = await storePlaceRows(connection, {
    words: isCopied ? [] : chunk.words,
    reindexedMaximum: isCopied ? 0 : reindexedMaximum,
    now: Date.now(),
  });
  return { added: added + (isCopied ? chunk.freshRows : 0), changed, outdated, isCopied };
}

/** Reads a file and reports on it like `importFile`, without changing the database. */
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

/** Identifies a file by its length, its beginning and its end. */
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
