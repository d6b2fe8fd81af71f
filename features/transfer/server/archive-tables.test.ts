import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { collectionsOf, jointOf } from '#features/collections/server/collections.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createPersonalData } from '#server/http/personal-data.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

const personalData = createPersonalData();
let folder: string;
let on: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-archives-'));
  on = await openTestApp({ personalData, settings: { DATA_DIR: folder } });
});
afterAll(async () => {
  await on?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Tables with data of a member, and the field of `data.json` that contains the data. */
const ARCHIVED: Record<string, string> = {
  accounts: 'signInMethods',
  api_tokens: 'apiTokens',
  assistant_acts: 'assistantActs',
  collection_comments: 'collectionComments',
  collection_members: 'joinedCollections',
  collection_places: 'addedPlaces',
  collection_reactions: 'collectionReactions',
  collections: 'collections',
  deletion_requests: 'deletionRequest',
  journal_entries: 'journal',
  journal_entry_shares: 'entryShares',
  journal_feeds: 'journalFeeds',
  list_shares: 'listShares',
  mail_consents: 'mailConsents',
  mail_subscriptions: 'mailSubscriptions',
  memberships: 'membership',
  muted_notifications: 'turnedOffNotifications',
  my_restaurants: 'restaurants',
  oauth_consents: 'connectedApps',
  passkeys: 'passkeys',
  payments: 'payments',
  public_reviews: 'publicReviews',
  push_subscriptions: 'pushSubscriptions',
  review_reports: 'reports',
  second_factors: 'secondFactors',
  second_factor_removals: 'secondFactorRemovals',
  sessions: 'devices',
  source_follows: 'follows',
  votes: 'votes',
};

/** Tables that are not in the archive, and the reason. */
const NOT_ARCHIVED: Record<string, string> = {
  account_tokens: 'one-time links that were sent by mail; secrets that expire within days',
  archives: 'the archives themselves',
  audit_log:
    'the record of the admin; its decisions about reviews and refunds are archived with the reviews and payments',
  created_objects: 'ids that prevent a repeated request from creating an object twice',
  demonstration_accounts: 'only marks the accounts of the demonstration',
  expiry_notices: 'only marks which notices were sent',
  idempotency_keys: 'responses that are kept for a repeated request, for a day',
  journals: 'only the version of the journal',
  maps_calls_of_account: 'a counter for the daily limit',
  member_imported_places: 'hashes that recognise places of a file that was imported before',
  member_imports: 'a working copy of a file of the member, which is deleted after some days',
  notifications:
    'messages about collections, votes, sources and places, which are archived themselves; deleted after 90 days',
  oauth_access_tokens: 'secrets of connected apps, which expire within an hour',
  oauth_clients: 'apps that have registered themselves; no member owns one',
  oauth_refresh_tokens: 'secrets of connected apps',
  photos: 'the files are in the folder photos, the descriptions are with the places and entries',
  restaurant_lists: 'only the version of the list',
  restaurants_public: 'facts of places, which are with the places of the list and of collections',
};

test('회원의 데이터가 있는 표는 모두 파일에 있거나, 없는 이유가 있다', () => {
  const declared = [...new Set(personalData.tables().map(({ table }) => table))].toSorted();
  expect([...Object.keys(ARCHIVED), ...Object.keys(NOT_ARCHIVED)].toSorted()).toEqual(declared);
});

test('기기, API 토큰, 신고, 탈퇴 이유가 있고, 비밀은 없다', async () => {
  const [member, other] = [await signUpMember(on.app), await signUpMember(on.app, { nickname: '남남' })];
  const send = (of: typeof member, method: 'POST' | 'PUT', url: string, payload: object = {}) =>
    on.app.inject({
      method,
      url,
      headers: { ...of.headers, 'user-agent': 'Firefox', 'idempotency-key': crypto.randomUUID() },
      payload,
    });
  const token = (
    await send(member, 'POST', '/api/account/tokens', { name: '내 도구', scope: 'read' })
  ).json();
  const placeId = await placeInCatalogue(on.database, { name: '노을목 칼국수' });
  await listOf(on.app, member).addPlace(placeId, { rating: 4, review: '국물이 맑아요', isShared: true });
  await listOf(on.app, other).addPlace(placeId, { rating: 1, review: '남의 리뷰', isShared: true });
  const theirs = await on.database
    .selectFrom('public_reviews')
    .select('id')
    .where('user_id', '=', other.userId)
    .executeTakeFirstOrThrow();
  const report = { reason: 'advertising', details: '광고 같아요' };
  const reported = await send(member, 'POST', `/api/reviews/${theirs.id}/reports`, report);
  expect(reported.statusCode, reported.body).toBe(201);
  const feed = await send(member, 'PUT', '/api/journal/feed');
  await on.database
    .insertInto('memberships')
    .values({ user_id: other.userId, account_tier: 'paid' })
    .onConflict((row) => row.column('user_id').doUpdateSet({ account_tier: 'paid' }))
    .execute();
  const others = { ...collectionsOf(on.app, other), ...jointOf(on.app, other) };
  const { id: collectionId } = await others.made({ name: '남의 모음' });
  const { invite } = (await others.putInvite(collectionId, 'editor')).json();
  await jointOf(on.app, member).join(invite.id);
  await collectionsOf(on.app, member).add(collectionId, [placeId]);
  const leave = { reason: '이제 안 써요', password: member.password };
  await send(member, 'POST', '/api/account/deletion', leave);

  const requested = (await send(member, 'POST', '/api/my-data/archive')).json();
  await on.jobs.runDue();
  const { rawPayload } = await on.app.inject({
    url: `/api/my-data/archive/${requested.archive.id}/file`,
    headers: member.headers,
  });
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(rawPayload)])), { useWebWorkers: false });
  const json = (await zip.getEntries()).find(({ filename }) => filename === 'data.json');
  const text = json?.directory === false ? await json.getData(new TextWriter()) : '';
  const document = JSON.parse(text);
  expect(Object.keys(document)).toEqual(expect.arrayContaining(Object.values(ARCHIVED)));
  expect(document).toMatchObject({
    devices: [{ created_at: expect.any(String), updated_at: expect.any(String) }],
    apiTokens: [{ name: '내 도구', scope: 'read', created_at: expect.any(String), last_used_at: null }],
    reports: [{ ...report, place_name: '노을목 칼국수', created_at: expect.any(String) }],
    publicReviews: [{ place_name: '노을목 칼국수', rating: 4, review_text: '국물이 맑아요' }],
    addedPlaces: [{ name: '남의 모음', place_name: '노을목 칼국수' }],
    journalFeeds: [{ created_at: expect.any(String) }],
    deletionRequest: [{ reason: '이제 안 써요' }],
    passkeys: [],
    secondFactors: [],
    secondFactorRemovals: [],
    mailSubscriptions: [],
  });
  const sessions = await on.database
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', member.userId)
    .execute();
  const { token_hash: hash } = await on.database
    .selectFrom('api_tokens')
    .select('token_hash')
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const { url } = feed.json().feed;
  const secrets = [...sessions.map((session) => session.token), token.secret, hash, url.split('/').at(-2)];
  for (const secret of [...secrets, '남남', '남의 리뷰']) {
    expect(secret).toEqual(expect.any(String));
    expect(text).not.toContain(secret);
  }
});
