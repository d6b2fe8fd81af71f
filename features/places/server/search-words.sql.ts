import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { FEW_OF_SAMPLE, rangesOf, SAMPLED, unnested } from './search-parts.sql.ts';

export type WordEstimate = {
  /** Number of keys that begin with the word, at most about 200,000. The number is an estimate for common words. */
  inNames: number;
  /** The cells in which a word of an address begins with this word. */
  cells: number[];
};

/**
 * COUNTED is the maximum number of keys that are counted for a rare word. For a common word, the number of keys is
 * estimated. The estimate is computed from the keys in the sample, of which at most COUNTED_OF_SAMPLE are counted.
 */
const COUNTED = 1000;
const COUNTED_OF_SAMPLE = 3000;

const cellsOfWord = sql`array(select distinct cell from place_words where word >= w.first and word < w.after)`;

/**
 * Returns statistics of words, by which a search is planned: how common each word is in names, and whether it names a
 * location.
 */
export async function selectWordProfiles(
  connection: Connection,
  keys: readonly string[],
): Promise<WordEstimate[]> {
  const { rows } = await sql<WordEstimate>`
    select
      case when ${sql.lit(FEW_OF_SAMPLE)} < sample.keys then sample.keys * ${sql.lit(SAMPLED)} else (
        select count(*)::int4 from (
          select from place_keys where letters >= w.first and letters < w.after limit ${sql.lit(COUNTED)}) k
      ) end as "inNames",
      ${cellsOfWord} as cells
    from ${unnested(rangesOf(keys))} as w (first, after, at)
    cross join lateral (
      select count(*)::int4 as keys from (
        select from place_keys where letters >= w.first and letters < w.after
          and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(COUNTED_OF_SAMPLE)}) s
    ) sample order by w.at
  `.execute(connection);
  return rows;
}

/** Returns for each key the cells in which a word of an address begins with the key. */
export async function selectCellsOfWords(
  connection: Connection,
  keys: readonly string[],
): Promise<number[][]> {
  const { rows } = await sql<{ cells: number[] }>`
    select ${cellsOfWord} as cells from ${unnested(rangesOf(keys))} as w (first, after, at) order by w.at
  `.execute(connection);
  return rows.map(({ cells }) => cells);
}
