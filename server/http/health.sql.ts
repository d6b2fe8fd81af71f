import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

export async function hasMigrations(connection: Connection, migrations: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${migrations}::text[]) as wanted where wanted not in (select name from schema_migrations)
  `.execute(connection);
  return rows.length === 0;
}
