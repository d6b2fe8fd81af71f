import type { ArchiveAnswer, ArchiveRequest } from './archive-worker.ts';
import { NotAnArchive } from './not-an-archive.ts';
import type { OpenedArchive } from './open-archive.ts';

/**
 * Opens an archive in a worker, so that a hostile file cannot block the page. Requests are answered one after another.
 * @throws NotAnArchive, the signal's reason
 */
export async function openArchiveInWorker(file: Blob, signal: AbortSignal): Promise<OpenedArchive> {
  const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: ArchiveRequest) =>
    new Promise<ArchiveAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ArchiveAnswer>) => resolve(data);
      worker.onerror = () => resolve({ kind: 'failed' });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.postMessage(request);
    });
  const close = async () => worker.terminate();
  try {
    signal.throwIfAborted();
    const opened = await ask({ kind: 'open', file });
    if (opened.kind !== 'opened') throw new NotAnArchive();
    const readPhoto = async (name: string) => {
      const answer = await ask({ kind: 'photo', name });
      return answer.kind === 'photo' ? answer.blob : null;
    };
    return { document: opened.document, readPhoto, close };
  } catch (error) {
    await close();
    throw error;
  }
}
