/**
 * MiniSearch as a comparison for the search: an in-memory full-text index in its own process, with the same places. The
 * terms of the index are the letter keys of each word of name and address. Terms are matched by prefix, so that half a
 * syllable matches. MiniSearch cannot find a part inside a word or initial consonants, and does not rank by distance.
 *
 * This is a child process of `places-typing.ts` and `places-peers.ts`. It answers a message `{ searches }` with the
 * times in milliseconds and with its memory.
 */
import MiniSearch from 'minisearch';
import { koreanQuery, letterKey } from '#common/korean.ts';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/database.ts';

const { database, close } = openDatabase({ connectionString: process.env.DATABASE_URL });
const began = performance.now();
const index = new MiniSearch<{ id: number; name: string; words: string }>({
  fields: ['name', 'words'],
  tokenize: (text) => text.split(' ').filter((word) => word !== ''),
  processTerm: (term) => term,
});
const limit = Number(process.env.BENCH_PEER_ROWS ?? Infinity);
for (let after = 0; index.documentCount < limit;) {
  const { rows } = await sql<{ id: number; name: string; words: string }>`
    select id, name, address_words as words from places where id > ${after} order by id limit 20000`.execute(
    database,
  );
  if (rows.length === 0) break;
  index.addAll(
    rows.map(({ id, name, words }) => ({ id, name: name.split(/\s+/).map(letterKey).join(' '), words })),
  );
  after = rows.at(-1)?.id ?? Infinity;
}
await close();
const seconds = (performance.now() - began) / 1000;

process.on('message', ({ searches, budgetMs }: { searches: string[]; budgetMs: number }) => {
  const times: number[] = [];
  const end = performance.now() + budgetMs;
  for (const typed of searches) {
    if (end < performance.now()) break;
    const asked = performance.now();
    const words = koreanQuery(typed).tokens.map(({ readings, text }) => letterKey(readings[0]?.text ?? text));
    index.search(words.join(' '), { prefix: true, combineWith: 'AND' }).slice(0, 10);
    times.push(performance.now() - asked);
  }
  process.send?.({ times, seconds, megabytes: process.memoryUsage.rss() / 2 ** 20 });
});
process.send?.('ready');
