import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/** The indexes of the search, as in the migrations 0002 and 0084, without the prefix of their names. */
const indexesOf = (trigrams: string): Record<string, string> => ({
  examples: '(id) where is_example',
  letters: '(letters)',
  initials: `(translate(initials, '#$&*+<> ', '1234567'))`,
  sound: '(sound) where sound is not null',
  spot: `using gist (spot) include (id, letters, initials, category_id) where spot is not null`,
  letters_trigrams: `using gin (translate(letters, '#$&*+<>', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
  initials_trigrams: `using gin (translate(initials, '#$&*+<> ', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
  text_trigrams: `using gin
    (translate(letters || address_words || address_terms, '#$&*+<>', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
});

/**
 * Creates the missing indexes: all those of a new table, or those that an interrupted import of an earlier version has
 * left out.
 * @returns whether an index was missing
 */
export async function createSearchIndexes(
  connection: Connection,
  {
    table = 'places',
    onIndex = () => {},
  }: {
    table?: 'places' | 'places_next';
    onIndex?: (progress: { done: number; total: number }) => void;
  } = {},
): Promise<boolean> {
  const { rows } = await sql<{ names: string[]; trigrams: string }>`
    select array(
        select indexname::text from pg_indexes where schemaname = current_schema() and tablename = ${table}
      ) as names,
      extnamespace::regnamespace || '.gin_trgm_ops' as trigrams
    from pg_extension where extname = 'pg_trgm'
  `.execute(connection);
  const [{ names, trigrams } = { names: [], trigrams: 'gin_trgm_ops' }] = rows;
  const missing = Object.entries(indexesOf(trigrams))
    .map(([name, definition]) => [`${table}_${name}`, definition] as const)
    .filter(([name]) => !names.includes(name));
  for (const [at, [name, definition]] of missing.entries()) {
    await sql.raw(`create index if not exists ${name} on ${table} ${definition}`).execute(connection);
    onIndex({ done: at + 1, total: missing.length });
  }
  return missing.length > 0;
}
