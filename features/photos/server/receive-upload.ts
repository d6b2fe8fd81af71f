import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

/** A file that has come in, held outside of memory until its turn. */
export type ReceivedFile = { sha256: string; read: () => Promise<Buffer> };

/**
 * Takes in a body and gives it to `handle`. It waits in a file whose name is gone before its first byte is written: when
 * the process ends, however it ends, nothing is left of it.
 * @param folder made where it is missing
 * @param declaredLength what the request says of its length; null where it does not
 * @throws photos.too_large, before the body is read where its length is declared
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

  const file = await openNameless(folder);
  try {
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximum) throw tooLarge();
      digest.update(chunk);
      await file.write(chunk);
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

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, randomUUID());
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}
