import { addMissingFeatures } from '#web/browser/missing-features.ts';
import { NotAnArchive } from './not-an-archive.ts';
import { openArchive, type OpenedArchive, type OpenedDocument } from './open-archive.ts';

export type ArchiveRequest = { kind: 'open'; file: Blob } | { kind: 'photo'; name: string };
export type ArchiveAnswer =
  | { kind: 'opened'; document: OpenedDocument }
  | { kind: 'not_an_archive' }
  | { kind: 'failed' }
  | { kind: 'photo'; blob: Blob | null };

let archive: OpenedArchive | null = null;

addEventListener('message', ({ data }: MessageEvent<ArchiveRequest>) => {
  // If a promise in the worker is rejected, the page gets no error event. Therefore the worker reports the failure
  // itself.
  void answerTo(data).then(postMessage, (error: unknown) =>
    postMessage({
      kind: error instanceof NotAnArchive ? 'not_an_archive' : 'failed',
    } satisfies ArchiveAnswer),
  );
});

async function answerTo(request: ArchiveRequest): Promise<ArchiveAnswer> {
  if (request.kind === 'photo')
    return { kind: 'photo', blob: (await archive?.readPhoto(request.name)) ?? null };
  // A worker has its own globals, so the polyfills of the page do not reach it.
  await addMissingFeatures();
  archive = await openArchive(request.file);
  return { kind: 'opened', document: archive.document };
}
