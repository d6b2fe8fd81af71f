import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/**
 * The indexes of the search, as in migration 0084. The first import of a register drops them and creates them again at
 * its end, because filling them row by row takes several times as long.
 */
const indexesOf = (trigrams: string): Record<string, string> => ({
  places_letters: 'on places (letters)',
  places_initials: `on places (translate(initials, '#$&*+<> ', '1234567'))`,
  places_sound: 'on places (sound) where sound is not null',
  places_spot: `on places using gist (spot) include (id, letters, initials, category_id) where spot is not null`,
  places_letters_trigrams: `on places using gin (translate(letters, '#$&*+<>', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
  places_initials_trigrams: `on places using gin (translate(initials, '#$&*+<> ', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
  places_text_trigrams: `on places using gin
    (translate(letters || address_words || address_terms, '#$&*+<>', '1234567') ${trigrams})
    where business_status is distinct from 'closed_permanently'`,
});

export async function dropSearchIndexes(connection: Connection): Promise<void> {
  for (const name of Object.keys(indexesOf('')))
    await sql`drop index if exists ${sql.ref(name)}`.execute(connection);
}

/**
 * Creates the missing indexes. A place can be searched while its index is missing, but the search reads all places.
 * @returns whether an index was missing
 */
export async function createSearchIndexes(
  connection: Connection,
  onIndex: (progress: { done: number; total: number }) => void = () => {},
): Promise<boolean> {
  const { rows } = await sql<{ names: string[]; trigrams: string }>`
    select array(
        select indexname::text from pg_indexes where schemaname = current_schema() and tablename = 'places'
      ) as names,
      extnamespace::regnamespace || '.gin_trgm_ops' as trigrams
    from pg_extension where extname = 'pg_trgm'
  `.execute(connection);
  const [{ names, trigrams } = { names: [], trigrams: 'gin_trgm_ops' }] = rows;
  const missing = Object.entries(indexesOf(trigrams)).filter(([name]) => !names.includes(name));
  for (const [at, [name, definition]] of missing.entries()) {
    await sql.raw(`create index if not exists ${name} ${definition}`).execute(connection);
    onIndex({ done: at + 1, total: missing.length });
  }
  return missing.length > 0;
}
