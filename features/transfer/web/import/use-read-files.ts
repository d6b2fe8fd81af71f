import { useRef, useState } from 'react';
import type { ReadFiles } from '#features/transfer/files/read-files.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { readMappings, rememberMapping } from './column-mappings.ts';
import type { ReadReport, ReadRequest } from './import-worker.ts';

type Reading =
  | { state: 'idle' }
  | { state: 'reading'; places: number }
  | { state: 'failed' }
  | { state: 'read'; files: readonly File[]; result: ReadFiles };

/**
 * Reads files in a worker, so that the page stays usable and a hostile file can be stopped. The files are not sent to
 * the server.
 * @param onPlaces called when all files are read, and every table with unknown columns is named or skipped
 */
export function useReadFiles({ uid, onPlaces }: { uid: string; onPlaces: (result: ReadFiles) => void }) {
  const [reading, setReading] = useState<Reading>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);

  const stop = () => {
    worker.current?.terminate();
    worker.current = null;
    setReading({ state: 'idle' });
  };

  const read = (files: readonly File[]) => {
    worker.current?.terminate();
    const started = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    setReading({ state: 'reading', places: 0 });
    const fail = () => {
      started.terminate();
      setReading({ state: 'failed' });
    };
    started.addEventListener('error', fail);
    started.addEventListener('message', ({ data }: MessageEvent<ReadReport>) => {
      if (data.kind === 'progress') return setReading({ state: 'reading', places: data.places });
      if (data.kind === 'failed') return fail();
      started.terminate();
      setReading({ state: 'read', files, result: data.result });
      if (data.result.unknownTables.length === 0) onPlaces(data.result);
    });
    const request: ReadRequest = { files, limit: IMPORT_ROWS_MAXIMUM, mappings: readMappings(uid) };
    started.postMessage(request);
  };

  return {
    reading,
    read,
    stop,
    /** Remembers the columns of a table and reads the files again. */
    nameColumns: (key: string, mapping: ColumnMapping) => {
      rememberMapping(uid, key, mapping);
      if (reading.state === 'read') read(reading.files);
    },
    /** Skips the unknown tables and continues with the places that were found. */
    skipTables: () => {
      if (reading.state !== 'read') return;
      const result = { ...reading.result, unknownTables: [] };
      setReading({ ...reading, result });
      onPlaces(result);
    },
  };
}

export type FileReading = ReturnType<typeof useReadFiles>;
