import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { keyAfter } from './place-keys.ts';

/** Returns for each key the cells in which a word of an address begins with the key. */
export async function selectCellsOfWords(
  connection: Connection,
  keys: readonly string[],
): Promise<number[][]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ cells: number[] }>`
    select array(select distinct cell from place_words where word >= w.first and word < w.after) as cells
    from unnest(${keys}::text[], ${keys.map(keyAfter)}::text[]) with ordinality as w (first, after, at)
    order by w.at
  `.execute(connection);
  return rows.map(({ cells }) => cells);
}
