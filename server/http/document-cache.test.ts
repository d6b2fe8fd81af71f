import Fastify from 'fastify';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

const documentOf = (bytes: number, name: string) => ({ name, text: 'x'.repeat(bytes) });

function openDocuments(maximum: number) {
  const cache = createDocumentCache({ maximum });
  const reads: string[] = [];
  const versions = new Map<string, number>();
  const app = Fastify();
  app.get<{ Params: { userId: string } }>('/:userId', (request, reply) => {
    const { userId } = request.params;
    const version = versions.get(userId) ?? 1;
    const read = async () => {
      reads.push(`${userId} ${version}`);
      return documentOf(10_000, `${userId} ${version}`);
    };
    return cache.send({ request, reply, kind: 'list', reader: userId, version, read });
  });
  const get = (userId: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/${userId}`, headers });
  return { cache, reads, versions, get };
}

test('a document is read again only if its version has changed', async () => {
  const { get, reads, versions } = openDocuments(1_000_000);
  const first = await get('a');
  expect((await get('a')).body).toBe(first.body);
  versions.set('a', 2);
  expect((await get('a')).json().name).toBe('a 2');
  // A restored database has an older version.
  versions.set('a', 1);
  expect((await get('a')).json().name).toBe('a 1');
  expect(reads).toEqual(['a 1', 'a 2', 'a 1']);
});

test('each encoding and each member has a separate entry', async () => {
  const { get, reads } = openDocuments(1_000_000);
  const ofBrowser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br' };
  await get('a');
  await get('a', ofBrowser);
  const compressed = await get('a', ofBrowser);
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    etag: 'W/"v1-a"',
    vary: 'accept-encoding',
  });
  expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString()).name).toBe('a 1');
  expect((await get('a')).headers).toMatchObject({ etag: '"v1-a"' });
  expect((await get('b')).json().name).toBe('b 1');
  expect(reads).toEqual(['a 1', 'a 1', 'b 1']);
});

test('above the limit, the least recently used documents are removed', async () => {
  const { cache, get, reads } = openDocuments(35_000);
  for (const member of ['a', 'b', 'c', 'a', 'd']) await get(member);
  expect(cache.size()).toBeLessThanOrEqual(35_000);
  expect(reads).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
  await get('a');
  await get('b');
  expect(reads.slice(4)).toEqual(['b 1']);
});

test('a limit of 0 stores nothing', async () => {
  const { cache, get, reads } = openDocuments(0);
  await get('a');
  await get('a');
  expect([cache.size(), reads.length]).toEqual([0, 2]);
});
