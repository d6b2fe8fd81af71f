import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const namePrefix = '-- name: ';

/**
 * A pool that hands every statement beginning with `-- name: some_name` to PostgreSQL as a prepared one: each
 * connection parses and plans it once, which for a look-up by key is most of its cost. The text of such a statement
 * must be the same at every call; statements without a name are sent as before.
 *
 * Naming is left to the statement because a prepared one may be planned without looking at its parameters: right for
 * look-ups by key, not for searches.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    Client: pool.Client,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const preparing = preparingClient(client);
      clients.set(client, preparing);
      return preparing;
    },
  } as PostgresPool;
}

/** @example statementName('-- name: restaurants_my_list\nselect …') // 'restaurants_my_list' */
export function statementName(text: string): string | undefined {
  if (!text.startsWith(namePrefix)) return undefined;
  return text.slice(namePrefix.length, text.indexOf('\n'));
}
