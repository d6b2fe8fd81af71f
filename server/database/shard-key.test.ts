/**
 * Every table is in one of the groups of docs/scaling.md, so that tables can be distributed over several servers. The
 * rule for statements, that each reads the rows of one member or of one collection, is not checked.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The tables whose rows belong to one member. */
const MEMBER = [
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
  'notifications',
  'muted_notifications',
  'push_subscriptions',
  'mail_subscriptions',
  'mail_consents',
  'created_objects',
  'idempotency_keys',
  'sessions',
  'api_tokens',
  'assistant_acts',
  'oauth_consents',
  'oauth_access_tokens',
  'oauth_refresh_tokens',
  'second_factors',
  'second_factor_removals',
  'deletion_requests',
  'maps_calls_of_account',
];

/** The tables whose rows belong to one collection. */
const COLLECTION = [
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
  'vote_dates',
  'vote_date_answers',
];

/** The tables that belong to neither group. Each value is the reason. */
const ELSEWHERE: Record<string, string> = {
  users: 'distributed by its own id; at sign-in found by e-mail address',
  accounts: 'by the id at a sign-in provider, before the member is known; read by better-auth',
  verifications: 'by its token, before the member is known; read by better-auth',
  account_tokens: 'by its token, before the member is known',
  passkeys: 'by the id of the credential, before the member is known; read by better-auth',
  oauth_clients: 'by the id of the app; read by better-auth',
  oauth_resources: 'one row: the MCP endpoint; read by better-auth',
  oauth_client_resources: 'by the id of the app; read by better-auth',
  oauth_client_assertions: 'by the id of the assertion; read by better-auth',
  rate_limits: 'by an account or a network address',
  restaurants_public: 'the catalogue, the same for every member',
  restaurant_categories: 'the catalogue',
  category_count_changes: 'the catalogue',
  sources: 'the catalogue',
  source_episodes: 'the catalogue',
  source_places: 'the catalogue',
  official_lists: 'the catalogue',
  official_list_entries: 'the catalogue',
  provided_document: 'the catalogue',
  public_reviews: 'read by place: public, and by several authors',
  public_review_summaries: 'by place',
  review_reports: 'by review, for the admin',
  review_moderation: 'one row: the setting REVIEW_MODERATION',
  places: 'the index of places, on search replicas',
  place_words: 'the index of places',
  place_imports: 'the index of places',
  register_refreshes: 'the index of places',
  register_files: 'the index of places',
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

test('every table is in one group and in docs/scaling.md', async () => {
  const types = await readFile(path.join(import.meta.dirname, 'tables.ts'), 'utf8');
  const [, tables = ''] = /export interface DB \{([^}]*)\}/.exec(types) ?? [];
  const names = [...tables.matchAll(/(\w+):/g)].map(([, name = '']) => name);
  const sorted = [...MEMBER, ...COLLECTION, ...Object.keys(ELSEWHERE)];
  expect(sorted.toSorted()).toEqual(names.toSorted());
  const page = await readFile(path.join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
  expect(names.filter((name) => !page.match(new RegExp(`['\`]${name}['\`]`)))).toEqual([]);
});
