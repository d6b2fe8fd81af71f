import type { FileSource } from '#features/transfer/files/file-place.ts';
import { type ReadFiles, readFiles } from '#features/transfer/files/read-files.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';
import { addMissingFeatures } from '#web/browser/missing-features.ts';

export type ReadRequest = {
  files: readonly File[];
  limit: number;
  /** Column mappings by the key of their table. */
  mappings: Record<string, ColumnMapping>;
};
export type ReadReport =
  | { kind: 'progress'; places: number }
  | { kind: 'done'; result: ReadFiles }
  | { kind: 'failed' };

const report = (message: ReadReport) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void read(data).then(
    (result) => report({ kind: 'done', result }),
    // If a promise in the worker is rejected, the page gets no error event. Therefore the worker reports the failure
    // itself.
    () => report({ kind: 'failed' }),
  );
});

async function read({ files, limit, mappings }: ReadRequest): Promise<ReadFiles> {
  // A worker has its own globals, so the polyfills of the page do not reach it.
  await addMissingFeatures();
  return readFiles({
    files: files satisfies readonly FileSource[],
    limit,
    mappingOf: (key) => (Object.hasOwn(mappings, key) ? (mappings[key] ?? null) : null),
    onProgress: (places) => report({ kind: 'progress', places }),
  });
}
