import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.ts';

/** Same type as in database.ts, which imports this file. */
type Connection = Kysely<DB>;

/**
 * A statement that is built once and planned once per connection, for the few on the hot path. A look-up by key in four
 * tables took 0.43 ms when built and planned each time, and 0.09 ms like this. Not for statements whose best plan
 * depends on the values, such as a search by prefix. @example const userByEmail = prepared<{ email: string
 * }>('user_by_email')((database, given) => database.selectFrom('users').where('email', '=', given.email).select('id'));
 * const [user] = await userByEmail(connection, { email });
 */
export const prepared =
  <V extends Record<string, unknown>>(name: string) =>
  <Row>(build: (database: Connection, given: V) => Compilable<Row> | RawBuilder<Row>) => {
    let statement: CompiledQuery<Row> | undefined;

    return async (connection: Connection, given: V): Promise<Row[]> => {
      statement ??= take(name, (build(compiler, placeholders as V) as RawBuilder<Row>).compile(compiler));
      const { sql: text, parameters } = statement;
      const values = parameters.map((parameter) =>
        parameter instanceof Placeholder ? given[parameter.of] : parameter,
      );
      const pool = pools.get(connection);
      // Directly to the pool: Kysely's execution takes longer than the rest of such a request.
      if (pool) return (await pool.query({ name, text, values })).rows as Row[];
      return (await connection.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
    };
  };

/** Registers the pool of a database for its prepared statements. */
export function poolBehind(database: Connection, pool: pg.Pool): void {
  pools.set(database, pool);
}

/**
 * The pool as given to Kysely. Prepared statements in a transaction pass through Kysely as plain text; this
 * recognises them by their text and sends them under their names.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let preparing = clients.get(client);
      if (!preparing) clients.set(client, (preparing = preparingClient(client)));
      return preparing;
    },
  };
}

/**
 * After a `query_timeout` the state of the statement and its transaction is unknown, so the connection is not used
 * again.
 */
function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let stuck: Error | null = null;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (stuck) throw stuck;
    const name = names.get(text);
    return client.query(name === undefined ? { text, values } : { name, text, values }).catch((error) => {
      if (error.message === READ_TIMEOUT) stuck = error;
      throw error;
    });
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || stuck !== null),
  };
}

/** Complete message of the error that `pg` throws; it has no code. */
const READ_TIMEOUT = 'Query read timeout';

const pools = new WeakMap<Connection, pg.Pool>();
/** Names of prepared statements by their text. */
const names = new Map<string, string>();

/** PostgreSQL identifies a prepared statement by its name, so each name must have one text. */
function take<Row>(name: string, statement: CompiledQuery<Row>): CompiledQuery<Row> {
  if ([...names.values()].includes(name)) throw new Error(`Two statements have the name ${name}.`);
  names.set(statement.sql, name);
  return statement;
}

const compiler: Connection = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Placeholder for a value while the statement is built; a class, so that no value can be mistaken for one. */
class Placeholder {
  readonly of: string;
  constructor(of: string) {
    this.of = of;
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });
