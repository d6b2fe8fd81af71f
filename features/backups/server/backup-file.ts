import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
import { ifMissing } from '#server/files/if-missing.ts';
import { type Entry, jsonEntry, parseEntry } from './entries.ts';

/** Name of the last entry. A file without this entry is incomplete. */
const END = 'end.json';
const End = z.object({ entries: z.number(), sha256: z.string() });

const AGE_HEADER = 'age-encryption.org/v1';

/** Extension of a file that is being written. A killed process leaves it behind. */
export const UNFINISHED = '.unfinished';

/**
 * Writes a tar archive that is compressed with Zstandard. If a recipient is given, the archive is also encrypted with
 * age.
 * The file gets its name when it is complete and on disk.
 * @param recipient public key `age1…`
 * @throws if the file exists
 */
export async function writeBackupFile({
  file,
  entries,
  recipient,
}: {
  file: string;
  entries: AsyncIterable<Entry>;
  recipient: string | undefined;
}): Promise<void> {
  const unfinished = `${file}${UNFINISHED}`;
  await refuseExisting(file);
  try {
    const archive = pack();
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
    const written = recipient
      ? pipeline(chunksOf(archive, compressed), compressed, encryptedFor(recipient), target)
      : pipeline(chunksOf(archive, compressed), compressed, target);
    // Each side ends when the other fails. Both have ended before the file is removed.
    const results = await Promise.allSettled([
      written.catch((error: Error) => {
        throw new Error(`${unfinished} cannot be written: ${error.message}.`, { cause: error });
      }),
      addAll({ archive, entries }),
    ]);
    throwFailure(results);
    // `link` is used instead of `rename`, because it does not overwrite an existing file.
    await link(unfinished, file);
    await syncFolder(path.dirname(path.resolve(file)));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Throws the first failure. If the entries fail, the archive is destroyed with that error, so both results have it. */
function throwFailure(results: readonly PromiseSettledResult<void>[]): void {
  const [written, added] = results;
  if (added?.status === 'rejected' && !(added.reason instanceof ArchiveClosed)) throw added.reason;
  if (written?.status === 'rejected') throw written.reason;
}

/** The archive was closed, because its file cannot be written. */
class ArchiveClosed extends Error {}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(ifMissing(null));
  if (found) throw new Error(`${file} exists. Choose another name.`);
}

async function addAll({ archive, entries }: { archive: Pack; entries: AsyncIterable<Entry> }): Promise<void> {
  try {
    const digest = createDigest();
    for await (const entry of entries) {
      digest.add(entry);
      await add(archive, entry);
    }
    await add(archive, jsonEntry(END, digest.end()));
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
}

const add = (archive: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    if (archive.destroyed) return reject(new ArchiveClosed());
    const part = archive.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
      error ? reject(new ArchiveClosed(undefined, { cause: error })) : resolve(),
    );
    // Without this listener, the error of a closed archive would end the process. The callback gets the same error.
    part.on('error', () => {});
    part.end(bytes);
  });

/**
 * Yields the archive, and ends when the compressor has processed it. If Node's compressor is ended while it still
 * processes data, it writes a second, empty frame. Node does not detect the loss of the last bytes of such a frame.
 */
async function* chunksOf(archive: Pack, compressor: Writable): AsyncGenerator<Uint8Array> {
  yield* archive as AsyncIterable<Uint8Array>;
  await new Promise((resolve) => compressor.write(Buffer.alloc(0), resolve));
}

/** A stage of a pipeline that encrypts with age. */
const encryptedFor = (recipient: string) =>
  async function* encrypted(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    // Most backups are not encrypted. Loading this library takes a sixth of the start of the command.
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const sealed = await encrypter.encrypt(ReadableStream.from(plain));
    yield* Readable.fromWeb(sealed as ReadableStream);
  };

/**
 * Reads the entries of a backup. Damage may be detected only after the last entry. Therefore the caller verifies the
 * backup before it stores anything.
 * @param identity secret key `AGE-SECRET-KEY-1…`
 * @throws if the file is damaged or incomplete
 */
export async function* readBackupFile({
  file,
  identity,
}: {
  file: string;
  identity: string | undefined;
}): AsyncGenerator<Entry> {
  const archive = extract();
  const digest = createDigest();
  let end: z.infer<typeof End> | null = null;
  try {
    // This call throws if the file is missing. Without it, the error would be an event of the stream.
    const needsKey = await isEncrypted(file);
    const opened = needsKey ? await decrypted({ file, identity }) : createReadStream(file);
    const read = pipeline(opened, createZstdDecompress(), archive);
    // The loop below throws the same error, or `await read` does.
    read.catch(() => {});
    for await (const part of archive) {
      const chunks: Buffer[] = [];
      for await (const chunk of part) chunks.push(chunk as Buffer);
      const entry = { name: part.header.name, bytes: Buffer.concat(chunks) };
      if (end !== null) throw new Error('it has data after its last entry');
      if (entry.name === END) end = parseEntry(End, entry);
      else {
        digest.add(entry);
        yield entry;
      }
    }
    await read;
    const found = digest.end();
    if (end === null) throw new Error('its last entry is missing');
    if (end.entries !== found.entries || end.sha256 !== found.sha256)
      throw new Error('its checksum is wrong');
  } catch (error) {
    throw new Error(`${file} cannot be read as a backup: ${(error as Error).message}.`, { cause: error });
  } finally {
    archive.destroy();
  }
}

/**
 * Reads a whole backup, so that damage is detected before a restore changes anything.
 * @throws if the file is damaged or incomplete
 */
export async function verifyBackupFile(given: { file: string; identity: string | undefined }): Promise<void> {
  const entries = readBackupFile(given);
  while (!(await entries.next()).done);
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
    return buffer.toString() === AGE_HEADER;
  } finally {
    await handle.close();
  }
}

async function decrypted({
  file,
  identity,
}: {
  file: string;
  identity: string | undefined;
}): Promise<Readable> {
  if (!identity) throw new Error('it is encrypted: give the file of the secret key with --key');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as never);
  return Readable.fromWeb(plain as unknown as ReadableStream);
}

/** Creates a SHA-256 digest over the names, sizes and contents of all entries in their order. */
function createDigest() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    add: ({ name, bytes }: Entry) => {
      hash.update(`${name}\0${bytes.length}\0`).update(bytes);
      entries += 1;
    },
    end: () => ({ entries, sha256: hash.digest('hex') }),
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
