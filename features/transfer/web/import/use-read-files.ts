import { useEffect, useRef, useState } from 'react';
import { type ExtraChoice, extraColumnsKey, withExtras } from '#features/transfer/extra-columns.ts';
import type { ReadFiles } from '#features/transfer/files/read-files.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { readExtraChoices, readMappings, rememberExtraChoices, rememberMapping } from './column-mappings.ts';
import type { ReadReport, ReadRequest } from './import-worker.ts';

type Reading =
  | { state: 'idle' }
  | { state: 'reading'; places: number }
  | { state: 'failed' }
  | { state: 'read'; files: readonly File[]; result: ReadFiles };

/**
 * The files that were read last, in memory: the names of skipped entries are still shown when the member comes back, for
 * example from the map.
 */
let lastRead: { uid: string; reading: Reading } | null = null;

/**
 * Reads files in a worker, so that the page stays usable and a hostile file can be stopped. The files are not sent to
 * the server.
 * @param onPlaces called when all files are read, every table with unknown columns is named or skipped, and the member
 * has chosen where the columns without a field go
 */
export function useReadFiles({ uid, onPlaces }: { uid: string; onPlaces: (result: ReadFiles) => void }) {
  const [reading, setReading] = useState<Reading>(
    lastRead?.uid === uid ? lastRead.reading : { state: 'idle' },
  );
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    if (reading.state === 'read') lastRead = { uid, reading };
    else if (reading.state === 'reading') lastRead = null;
  }, [uid, reading]);

  const stop = () => {
    worker.current?.terminate();
    worker.current = null;
    setReading({ state: 'idle' });
  };

  /** Shows the result, and hands over the places if nothing has to be asked. */
  const show = (files: readonly File[], result: ReadFiles) => {
    const { unknownTables, extraColumns } = result;
    const choices = extraColumns.length > 0 ? readExtraChoices(uid, extraColumnsKey(extraColumns)) : {};
    const isAsked = unknownTables.length > 0 || choices === null;
    if (isAsked) return setReading({ state: 'read', files, result });
    const places = result.places.map((place) => withExtras(place, choices));
    const complete = { ...result, places, extraColumns: [] };
    setReading({ state: 'read', files, result: complete });
    onPlaces(complete);
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
      show(files, data.result);
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
      if (reading.state === 'read') show(reading.files, { ...reading.result, unknownTables: [] });
    },
    /** Remembers where the columns without a field go, and hands over the places. */
    chooseExtras: (choices: Record<string, ExtraChoice>) => {
      if (reading.state !== 'read') return;
      rememberExtraChoices(uid, extraColumnsKey(reading.result.extraColumns), choices);
      show(reading.files, reading.result);
    },
  };
}

export type FileReading = ReturnType<typeof useReadFiles>;
