import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

/** An uploaded file. The file is on disk, not in memory, until it is processed. */
export type ReceivedFile = { sha256: string; read: () => Promise<Buffer> };

/**
 * Receives an upload in a file. The file is unlinked before its first byte is written. Therefore nothing remains when
 * the process ends.
 * @param folder created if missing
 * @param declaredLength Content-Length; null or 0 if absent
 * @throws photos.too_large; if the declared length is too large, before the body is read
 */
export async function receiveUpload<T>(
  {
    body,
    declaredLength,
    folder,
    megabytes,
  }: { body: Readable; declaredLength: number | null; folder: string; megabytes: number },
  handle: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const maximum = megabytes * 1024 * 1024;
  const tooLarge = () => problem(photosProblems, 'photos.too_large', { megabytes });
  if ((declaredLength ?? 0) > maximum) throw tooLarge();

  const file = await openUnlinkedFile(folder);
  try {
    const digest = createHash('sha256');
    let size = 0;
    // Destroying an unfinished body would close the connection before the answer is sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximum) throw tooLarge();
      digest.update(chunk);
      // `appendFile` writes everything or fails. `write` may write only a part.
      await file.appendFile(chunk);
    }
    const read = async () => {
      const bytes = Buffer.allocUnsafe(size);
      await file.read({ buffer: bytes, position: 0 });
      return bytes;
    };
    return await handle({ sha256: digest.digest('base64url'), read });
  } finally {
    await file.close();
  }
}

async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, randomUUID());
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}
