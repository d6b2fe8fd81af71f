import type { FileSource } from '#features/transfer/files/file-place.ts';
import { type ReadFiles, readFiles } from '#features/transfer/files/read-files.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';

export type ReadRequest = {
  files: readonly File[];
  limit: number;
  /** Column mappings by the key of their table. */
  mappings: Record<string, ColumnMapping>;
};
export type ReadReport = { kind: 'progress'; places: number } | { kind: 'done'; result: ReadFiles };

const report = (message: ReadReport) => postMessage(message);

addEventListener('message', ({ data: { files, limit, mappings } }: MessageEvent<ReadRequest>) => {
  void readFiles({
    files: files satisfies readonly FileSource[],
    limit,
    mappingOf: (key) => (Object.hasOwn(mappings, key) ? (mappings[key] ?? null) : null),
    onProgress: (places) => report({ kind: 'progress', places }),
  }).then((result) => report({ kind: 'done', result }));
});
