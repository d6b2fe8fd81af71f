import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { DB } from '#server/database/tables.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { selectByKeyAnywhere } from './place-keys.sql.ts';

const opened = await createTestDatabase({ max: 1 });
afterAll(() => opened.close());

/** Returns a node of a query plan and all nodes below it. Plans are in the JSON format of `explain`. */
type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns the texts of the statements that `run` sends. */
async function statementsOf(run: (database: Kysely<DB>) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const log = (event: { query: { sql: string } }) => void texts.push(event.query.sql);
  await run(new Kysely<DB>({ dialect: new PostgresDialect({ pool: opened.pool }), log }));
  return texts;
}

test('나라 전체에서 찾을 때는 색인만 읽는다', async () => {
  const [named = ''] = await statementsOf((database) =>
    selectByKeyAnywhere(database, {
      search: {
        keyedBy: 'letters',
        key: 'kimpap',
        point: { x: 0, y: 0 },
        penalties: { start: 0, inside: 1, closed: 2 },
        wholeNameBonus: 1,
        alsoInName: [],
        worstCost: 100,
      },
      blocks: { plan: { blocks: Int32Array.of(0), costsAtLeast: Float64Array.of(0) }, ends: [1] },
      readAtMost: 100,
      otherKeys: ['chikin'],
      limit: 10,
      keys: 10,
    }),
  );
  // The name belongs to the statement without `explain`.
  const text = named.replace('/* places_by_letters_anywhere */', '');
  const plans = await opened.database.connection().execute(async (connection) => {
    // These settings make the planner use an index. The plan then reads the table only if the index lacks a column.
    await sql`set enable_bitmapscan = off`.execute(connection);
    await sql`set enable_seqscan = off`.execute(connection);
    return (
      await sql<{
        'QUERY PLAN': { Plan: Plan }[];
      }>`${sql.raw(`explain (generic_plan, format json) ${text}`)}`.execute(connection)
    ).rows;
  });
  const nodes = plans.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
  const whole = nodes.filter((node) => node['Index Name'] === 'place_keys_letters');
  // One scan reads the keys, one finds the places whose name is the query, and one tests whether names contain the other
  // readings of the query.
  expect(whole.map((node) => node['Node Type'])).toEqual(Array(3).fill('Index Only Scan'));
});
