import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonalData, type PersonalData } from '#server/http/personal-data.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let testApp: TestApp;
let personalData: PersonalData;
beforeAll(async () => {
  personalData = createPersonalData();
  testApp = await openTestApp({ personalData });
});
afterAll(() => testApp?.close());

const NAMED_LIKE_A_PERSON = /(^|_)(user_id|uid|owner_id|person_id)$/;
/** These columns contain ids of the payment service, not user ids. */
const PAYMENT_IDS = ['last_payment_imp_uid', 'last_payment_merchant_uid'];

type Column = { table: string; column: string; rule: string | null };

/**
 * Returns the columns that refer to people: direct and indirect foreign keys to accounts, and columns whose name looks
 * like a user id.
 */
async function columnsAboutPeople(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    with recursive referring as (
      select con.conrelid, con.conkey[1] as attnum, con.confdeltype
      from pg_constraint con where con.contype = 'f' and con.confrelid = 'users'::regclass
      union
      select con.conrelid, con.conkey[1], con.confdeltype
      from pg_constraint con join referring on con.confrelid = referring.conrelid and con.confkey[1] = referring.attnum
      where con.contype = 'f'
    )
    select col.table_name as table, col.column_name as column,
      (select case referring.confdeltype when 'c' then 'deleted' when 'n' then 'anonymous' else 'refused' end
       from referring where referring.conrelid = format('%I', col.table_name)::regclass
         and referring.attnum = col.ordinal_position limit 1) as rule
    from information_schema.columns col
    join information_schema.tables tab using (table_schema, table_name)
    where col.table_schema = 'public' and tab.table_type = 'BASE TABLE'`.execute(testApp.database);
  return rows.filter(
    ({ column, rule }) =>
      rule !== null || (NAMED_LIKE_A_PERSON.test(column) && !PAYMENT_IDS.includes(column)),
  );
}

function faults(columns: Column[]): string[] {
  const declared = personalData.tables();
  const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
  return [
    ...columns.flatMap((column) => {
      const entry = declared.find((one) => nameOf(one) === nameOf(column));
      if (!entry) return [`${nameOf(column)} is not declared.`];
      if (!entry.erase && column.rule !== entry.onDeletion)
        return [`${nameOf(column)} is declared ${entry.onDeletion}, but its foreign key has ${column.rule}.`];
      return [];
    }),
    ...declared
      .filter((entry) => !columns.some((column) => nameOf(column) === nameOf(entry)))
      .map((entry) => `${nameOf(entry)} is declared but does not exist.`),
  ];
}

test('사람의 id를 담은 표는 모두 떠날 때 어떻게 되는지 적혀 있다', async () => {
  const columns = await columnsAboutPeople();
  expect(columns.length).toBeGreaterThan(8);
  expect(faults(columns)).toEqual([]);
});

test('새 표를 적지 않으면 안다', async () => {
  await sql`create table later (id int, owner_uid text)`.execute(testApp.database);
  await sql`create table referring (account_id text collate "C" references users (id))`.execute(
    testApp.database,
  );
  expect(faults(await columnsAboutPeople()).sort()).toEqual([
    'later.owner_uid is not declared.',
    'referring.account_id is not declared.',
  ]);
});
