/** docs/scaling.md: private tables can be distributed by member, because a statement reads one member's rows. */
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registeredStatements } from './prepared.ts';

const PRIVATE_TABLES = [
  'my_restaurants',
  'restaurant_lists',
  'journals',
  'journal_entries',
  'journal_entry_shares',
  'journal_feeds',
  'list_shares',
  'member_imports',
  'member_import_rows',
];

/** Statements that read the rows of more than one member, with the reason. */
const ACROSS_MEMBERS: Record<string, string> = {
  admin_counts: 'counts of everything, for the admin',
  admin_people: 'the list of members, for the admin',
  catalogue_places_to_check: 'places that any member has saved; a job',
  journal_purge: 'rows deleted a day ago; a job',
  person_by_api_token:
    'by the token, before the member is known; counts that member’s list in the same statement',
  person_by_session_token:
    'by the token, before the member is known; counts that member’s list in the same statement',
  places_changed_saves: 'how many members have saved a place; a job',
  restaurants_lock_list: 'by the id in users, which is the same member',
  restaurants_purge: 'rows deleted a day ago; a job',
  sharing_opened_entry_share: 'by the key in the link, before the member is known',
  sharing_opened_share: 'by the key in the link, before the member is known',
  sharing_update_share: 'by the id of a share that was locked before, with its member',
  transfer_collections_of_rows: 'by the id of an import that the same job has read, with its member',
};

const root = path.resolve(import.meta.dirname, '../..');
const privateTable = new RegExp(`\\b(${PRIVATE_TABLES.join('|')})\\b`);
/** A condition on one member, or an inserted row of one member. */
const ofOneMember = /user_id"?\s*=\s*(\$\d+|any)|insert into [^(]*\([^)]*user_id/;

const acrossMembers = (statements: readonly { name: string; text: string }[]) =>
  statements.filter(({ text }) => privateTable.test(text) && !ofOneMember.test(text)).map(({ name }) => name);

test('a statement on private data reads the rows of one member', async () => {
  for await (const file of glob('{features,server}/**/*.sql.ts', { cwd: root })) {
    await import(path.join(root, file));
  }
  const statements = registeredStatements();
  expect(statements.filter(({ text }) => privateTable.test(text)).length).toBeGreaterThan(20);
  expect(acrossMembers(statements).toSorted()).toEqual(Object.keys(ACROSS_MEMBERS).toSorted());
  // Control: without its condition, the scan finds such a statement.
  expect(
    acrossMembers([{ name: 'control', text: 'select * from my_restaurants where restaurant_id = $1' }]),
  ).toEqual(['control']);
});
