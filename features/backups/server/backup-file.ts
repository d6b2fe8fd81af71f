import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
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
    const sealed = recipient ? await encrypted(compressed, recipient) : compressed;
    const written = Promise.all([
      pipeline(archive, compressed),
      pipeline(sealed, createWriteStream(unfinished, { mode: 0o600, flush: true })),
    ]);
    try {
      await Promise.race([addAll({ archive, entries }), failureOf(written)]);
    } catch (error) {
      archive.destroy();
      await written.catch(() => {});
      throw error;
    }
    await written;
    // `link` is used instead of `rename`, because it does not overwrite an existing file.
    await link(unfinished, file);
    await syncFolder(path.dirname(path.resolve(file)));
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found) throw new Error(`${file} exists. Choose another name.`);
}

async function addAll({ archive, entries }: { archive: Pack; entries: AsyncIterable<Entry> }): Promise<void> {
  const digest = createDigest();
  for await (const entry of entries) {
    digest.add(entry);
    await add(archive, entry);
  }
  await add(archive, jsonEntry(END, digest.end()));
  archive.finalize();
}

const add = (archive: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    const part = archive.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    part.end(bytes);
  });

const failureOf = (work: Promise<unknown>): Promise<never> =>
  new Promise((_resolve, reject) => work.catch(reject));

async function encrypted(plain: Readable, recipient: string): Promise<Readable> {
  // Most backups are not encrypted. Loading this library takes a sixth of the start of the command.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(plain) as never)) as never);
}

/**
 * Reads the entries of a backup. The caller must read all entries before a commit, because damage may be detected only
 * after the last entry.
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
  return Readable.fromWeb(plain as unknown as WebStream);
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
