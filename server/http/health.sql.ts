import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

const missingMigrations = statement(
  'health_missing_migrations',
  (_, { migrations }: { migrations: readonly string[] }) => sql<{ missing: number }>`
    select count(*) as missing
    from unnest(${migrations}::text[]) as wanted
    where wanted not in (select name from schema_migrations)`,
);

export const hasMigrations = async (
  connection: Connection,
  migrations: readonly string[],
): Promise<boolean> => (await missingMigrations(connection, { migrations }))[0]?.missing === 0;
