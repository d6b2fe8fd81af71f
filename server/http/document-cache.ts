import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Encoding, encodingFor, SMALLEST } from './encodings.ts';
import { documentETag, matchesETag, notModified } from './document-version.ts';

export type DocumentCache = {
  /**
   * Sends the document. The answer is 304 if the client already has this version. Calls `read` only if the cache does
   * not contain this version.
   * @param version read from the database in this request, before `read` reads the document
   */
  send: (given: {
    request: Pick<FastifyRequest, 'headers'>;
    reply: FastifyReply;
    /** Name of the kind of document, which is part of the key in the cache. */
    kind: string;
    /** The member, and everything else that changes the document but not its version (see `documentETag`). */
    reader: string;
    version: number;
    read: () => Promise<unknown>;
  }) => Promise<never>;
  /** Returns the size of all entries in bytes. */
  size: () => number;
};

/** Estimated bytes of memory that an entry takes in addition to its body and key. */
const ENTRY_BYTES = 200;

type Entry = { version: number; body: Buffer; isCompressed: boolean };

/**
 * Creates a cache of JSON documents. It stores the bytes in the encoding in which they were sent, and one version per
 * document and encoding.
 * The least recently used entry is removed first.
 * Each request reads the version from the database, because other processes may have written the document.
 * @param maximum the total size of the stored documents, in bytes. With 0, no document is stored
 */
export function createDocumentCache({ maximum }: { maximum: number }): DocumentCache {
  // Each use inserts its entry again, so the first entry of the map is the least recently used.
  const entries = new Map<string, Entry>();
  let size = 0;
  const sizeOf = (key: string, { body }: Entry) => body.length + 2 * key.length + ENTRY_BYTES;

  const remove = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    size -= sizeOf(key, entry);
  };
  const store = (key: string, entry: Entry) => {
    remove(key);
    entries.set(key, entry);
    size += sizeOf(key, entry);
    for (const oldest of entries.keys()) {
      if (size <= maximum) break;
      remove(oldest);
    }
  };

  return {
    size: () => size,
    send: async ({ request, reply, kind, reader, version, read }) => {
      const tag = documentETag({ reader, version });
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);

      const encoding = encodingFor(request.headers);
      const key = `${kind} ${encoding} ${reader}`;
      const stored = entries.get(key);
      const entry =
        stored?.version === version ? stored : await write({ version, document: await read(), encoding });
      store(key, entry);
      reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
      // A strong ETag identifies exact bytes. The bytes differ by encoding. Therefore this ETag is weak.
      if (entry.isCompressed) reply.header('content-encoding', encoding).header('etag', `W/${tag}`);
      return reply.send(entry.body) as never;
    },
  };
}

async function write({
  version,
  document,
  encoding,
}: {
  version: number;
  document: unknown;
  encoding: Encoding | null;
}): Promise<Entry> {
  const text = JSON.stringify(document);
  if (encoding === null || text.length < SMALLEST)
    return { version, body: Buffer.from(text), isCompressed: false };
  return { version, body: await compress[encoding](text), isCompressed: true };
}
