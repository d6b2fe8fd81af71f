/**
 * Tests a rule of docs/scaling.md: each statement reads the rows of one member or of one collection. Tables can
 * therefore be distributed over several servers.
 * Only registered statements are checked. The statements of better-auth are not registered.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { registeredStatements } from './prepared.ts';

type Group = {
  tables: string[];
  /** Matches a statement that has a condition on one member or collection, or inserts a row that belongs to one. */
  ofOne: RegExp;
  /** Statements that do not match `ofOne`, each with the reason. */
  others: Record<string, string>;
};

const MEMBER: Group = {
  tables: [
    'my_restaurants',
    'restaurant_lists',
    'journals',
    'journal_entries',
    'journal_entry_shares',
    'journal_feeds',
    'list_shares',
    'member_imports',
    'member_import_rows',
    'member_imported_places',
    'memberships',
    'expiry_notices',
    'payments',
    'payment_grants',
    'payment_events',
    'photos',
    'archives',
    'source_follows',
    'mail_subscriptions',
    'mail_consents',
    'created_objects',
    'idempotency_keys',
    'sessions',
    'api_tokens',
    'second_factors',
    'second_factor_removals',
    'deletion_requests',
    'maps_calls_of_account',
  ],
  ofOne: /(user_id|owner_id)"?\s*=\s*(\$\d+|any)|insert into [^(]*\([^)]*(user_id|owner_id)/,
  others: {
    admin_counts: 'counts of everything, for the admin',
    admin_deletion_requests: 'the list of requests, for the admin',
    admin_people: 'the list of members, for the admin',
    catalogue_places_to_check: 'places that any member has saved; a job',
    collections_allowed_streams: 'sessions and collections of all open streams of a process',
    collections_member: 'by the collection; whether a member of it has paid',
    collections_of_sessions: 'sessions of the open streams of one collection',
    following_due_reminders: 'members whose mail is due; a job',
    following_due_subscriptions: 'members whose mail is due; a job',
    journal_purge: 'rows deleted a day ago; a job',
    membership_all_payments: 'the list of payments, for the admin',
    membership_counts: 'counts of payments, for the admin',
    membership_events: 'by the payment, for the admin',
    membership_payment: 'by the order id that PortOne sends, before the member is known',
    membership_payment_of_person: 'by the order id, for the admin',
    membership_payments_since: 'the comparison with PortOne; a command',
    membership_unsettled: 'orders that PortOne has not reported; a job',
    membership_upcoming_expirations: 'members whose reminder is due; a job',
    metrics_work: 'counts of everything, for monitoring',
    person_by_api_token:
      'by the token, before the member is known; counts that member’s list in the same statement',
    person_by_session_token:
      'by the token, before the member is known; counts that member’s list in the same statement',
    photos_attach: 'by the ids of photos that were locked before, with their owner',
    photos_mark_stored: 'by the id of a photo that the same request has inserted',
    photos_removed: 'files to delete; a job',
    photos_shown: 'by the id in the address of the photo, before its owner is known',
    photos_used_by: 'photos of entries or reviews; those of reviews have several owners',
    places_changed_saves: 'how many members have saved a place; a job',
    restaurants_lock_list: 'by the id in users, which is the same member',
    restaurants_purge: 'rows deleted a day ago; a job',
    sharing_opened_entry_share: 'by the key in the link, before the member is known',
    sharing_opened_share: 'by the key in the link, before the member is known',
    sharing_update_share: 'by the id of a share that was locked before, with its member',
    transfer_collections_of_rows: 'by the id of an import that the same job has read, with its member',
    transfer_undoable_additions: 'by the id of an import that the same job has locked, with its member',
  },
};

const COLLECTION: Group = {
  tables: [
    'collections',
    'collection_places',
    'collection_members',
    'collection_invites',
    'collection_reactions',
    'collection_comments',
    'votes',
    'vote_places',
    'vote_voters',
    'vote_answers',
  ],
  ofOne:
    /(collection_id|collections?"?\."?id|vote_id|vote"?\."?id)"?\s*=\s*(\$\d+|any)|insert into collection[^(]*\([^)]*\bid\b/,
  others: {
    archive_collections: 'the collections of one owner; a job',
    archive_votes: 'the votes of one member; a job',
    catalogue_places_to_check: 'places that are in any collection; a job',
    collections_allowed_streams: 'sessions and collections of all open streams of a process',
    collections_count: 'the collections of one owner',
    collections_increment_version: 'by its id, after it was locked',
    collections_invite_preview: 'by the key in the link, before the collection is known',
    collections_lock_by_invite: 'by the key in the link, before the collection is known',
    collections_mine: 'the collections of one member',
    collections_of_time: 'the collections of one owner',
    collections_purge_entries: 'rows deleted a day ago; a job',
    sharing_insert_share: 'the name of the collection that a share of its owner shows',
    sharing_opened_share: 'the version of the collection that a share of its owner shows',
    sharing_own_share: 'the name of the collection that a share of its owner shows',
    sharing_shares: 'the names of the collections that shares of their owner show',
    sharing_update_share: 'the name of the collection that a share of its owner shows',
    transfer_undoable_rows: 'the rows of one import that may be in several collections; a job',
    votes_lock: 'by the key in the link, before the collection is known',
  },
};

/** The tables that belong to neither group. Each value is the reason. */
const ELSEWHERE: Record<string, string> = {
  users: 'distributed by its own id; at sign-in found by e-mail address',
  accounts: 'by the id at a sign-in provider, before the member is known; read by better-auth',
  verifications: 'by its token, before the member is known; read by better-auth',
  account_tokens: 'by its token, before the member is known',
  passkeys: 'by the id of the credential, before the member is known; read by better-auth',
  rate_limits: 'by an account or a network address',
  restaurants_public: 'the catalogue, the same for every member',
  restaurant_categories: 'the catalogue',
  category_count_changes: 'the catalogue',
  sources: 'the catalogue',
  source_episodes: 'the catalogue',
  source_places: 'the catalogue',
  provided_document: 'the catalogue',
  public_reviews: 'read by place: public, and by several authors',
  public_review_summaries: 'by place',
  review_reports: 'by review, for the admin',
  review_moderation: 'one row: the setting REVIEW_MODERATION',
  places: 'the index of places, on search replicas',
  place_keys: 'the index of places',
  place_spots: 'the index of places',
  place_terms: 'the index of places',
  place_words: 'the index of places',
  place_imports: 'the index of places',
  place_index_state: 'the index of places',
  search_result_cache: 'by place',
  maps_calls_of_day: 'one row a day for all members',
  mail_outbox: 'a queue of all members',
  rejected_webhooks: 'a few rows a day, without a member',
  audit_log: 'the admin’s actions',
  backup_runs: 'one row per backup of the installation',
  demonstration: 'not in production',
  demonstration_accounts: 'not in production',
};

const root = path.resolve(import.meta.dirname, '../..');
let statements: { name: string; text: string }[];
beforeAll(async () => {
  for await (const file of glob('{features,server}/**/*.sql.ts', { cwd: root })) {
    await import(path.join(root, file));
  }
  statements = [...registeredStatements()];
});

const reading = ({ tables }: Group, among: typeof statements) => {
  const table = new RegExp(`\\b(from|join|into|update)\\s+"?(${tables.join('|')})\\b`);
  return among.filter(({ text }) => table.test(text));
};
const withoutKey = (group: Group, among = statements) =>
  reading(group, among)
    .filter(({ text }) => !group.ofOne.test(text))
    .map(({ name }) => name);

test.each([
  { name: 'member', group: MEMBER, control: 'select * from my_restaurants where restaurant_id = $1' },
  { name: 'collection', group: COLLECTION, control: 'select * from collection_places where position = $1' },
])('a statement reads the rows of one $name', ({ group, control }) => {
  expect(reading(group, statements).length).toBeGreaterThan(20);
  expect(withoutKey(group).toSorted()).toEqual(Object.keys(group.others).toSorted());
  // A statement without its condition must be found. Without this check, a scan that finds nothing would also pass.
  expect(withoutKey(group, [{ name: 'control', text: control }])).toEqual(['control']);
});

test('every table is in one group and in docs/scaling.md', async () => {
  const types = await readFile(path.join(import.meta.dirname, 'tables.ts'), 'utf8');
  const [, tables = ''] = /export interface DB \{([^}]*)\}/.exec(types) ?? [];
  const names = [...tables.matchAll(/(\w+):/g)].map(([, name = '']) => name);
  const sorted = [...MEMBER.tables, ...COLLECTION.tables, ...Object.keys(ELSEWHERE)];
  expect(sorted.toSorted()).toEqual(names.toSorted());
  const page = await readFile(path.join(root, 'docs/scaling.md'), 'utf8');
  expect(names.filter((name) => !page.match(new RegExp(`['\`]${name}['\`]`)))).toEqual([]);
});
