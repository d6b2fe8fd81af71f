import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { registeredStatements } from '#server/database/prepared.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import './place-keys.sql.ts';

const opened = await createTestDatabase({ max: 1 });
afterAll(() => opened.close());

/** Returns a node of a query plan and all nodes below it. Plans are in the JSON format of `explain`. */
type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('나라 전체에서 찾을 때는 색인만 읽는다', async () => {
  const text = registeredStatements().find(({ name }) => name === 'places_by_letters_anywhere')?.text ?? '';
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
