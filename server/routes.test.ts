import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Endpoint } from '#common/endpoint.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { Route } from './http/route-table.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './http/test-app.ts';

/** The access level of each route. A new route needs a row here, so that its access is decided explicitly. */
const ACCESS: Record<string, Access> = {
  'GET /api/admin/acts': 'admin',
  'GET /api/admin/counts': 'admin',
  'GET /api/admin/people': 'admin',
  'GET /api/admin/deletion-requests': 'admin',
  'GET /api/admin/restaurants': 'admin',
  'POST /api/admin/restaurants/:restaurantId/publish': 'admin',
  'POST /api/admin/provided-restaurants': 'admin',
  'PATCH /api/admin/provided-restaurants/:restaurantId': 'admin',
  'DELETE /api/admin/provided-restaurants/:restaurantId': 'admin',
  'POST /api/admin/provided-restaurants/import': 'admin',
  'GET /api/admin/sources': 'admin',
  'PUT /api/admin/sources/:sourceId': 'admin',
  'DELETE /api/admin/sources/:sourceId': 'admin',
  'GET /api/admin/place-data': 'admin',
  'POST /api/admin/place-data/refreshes': 'admin',
  'POST /api/admin/place-data/refreshes/:refreshId/stop': 'admin',
  'POST /api/admin/place-data/files': 'admin',
  'POST /api/admin/place-data/list-refreshes': 'admin',
  'GET /api/admin/place-data/refreshes/:refreshId/report': 'admin',
  'GET /api/admin/official-lists': 'admin',
  'POST /api/admin/official-lists/entries/:entryId/decision': 'admin',
  'GET /api/admin/official-lists/:list/provided': 'admin',
  'POST /api/admin/official-lists/:list/provide': 'admin',
  'POST /api/admin/official-lists/:list/withdraw': 'admin',
  'GET /api/admin/official-lists/:list/unmatched': 'admin',
  'GET /api/official-lists': 'member',
  'GET /api/official-lists/:list/regions': 'member',
  'GET /api/official-lists/:list/places': 'member',
  'POST /api/my-restaurants/from-official-lists': 'member',
  'GET /api/official-lists/badges': 'member',
  'GET /api/official-lists/my-badges': 'member',
  'POST /api/my-restaurants/:restaurantId/keep-closed': 'member',
  'PUT /api/admin/categories': 'admin',
  'GET /api/categories': 'anyone',
  'GET /api/me': 'anyone',
  'GET /api/statistics/category-counts': 'anyone',
  'GET /api/provided-restaurants': 'member',
  'POST /api/my-restaurants/from-provided': 'member',
  'POST /api/my-restaurants/taken-over/undo': 'member',
  'GET /api/places/:placeId': 'member',
  'GET /api/places/:placeId/photos': 'member',
  'GET /api/places/:placeId/status': 'member',
  'GET /api/places/:placeId/photos/:reference': 'member',
  'GET /api/places/address': 'member',
  'GET /api/places/addresses': 'member',
  'GET /api/places/autocomplete': 'member',
  'GET /api/places/nearby': 'member',
  'POST /api/photos': 'member',
  'PATCH /api/photos/:photoId': 'member',
  'DELETE /api/photos/:photoId': 'member',
  'GET /api/photos/:photoId/:size': 'anyone',
  'GET /api/site': 'anyone',
  'POST /api/account/email-verification': 'member',
  'PUT /api/account/email-verification': 'anyone',
  'POST /api/account/password-reset': 'anyone',
  'PUT /api/account/password-reset': 'anyone',
  'GET /api/account/sign-in-options': 'anyone',
  'POST /api/account/providers/:provider/sign-in': 'anyone',
  'GET /api/auth/callback/:provider': 'anyone',
  'GET /api/account/deletion': 'member',
  'POST /api/account/deletion': 'member',
  'DELETE /api/account/deletion': 'member',
  'POST /api/account/deletion/now': 'member',
  'POST /api/account/sign-in': 'anyone',
  'POST /api/account/sign-in/second-factor': 'anyone',
  'POST /api/account/sign-in/passkey': 'anyone',
  'POST /api/account/sign-in/passkey/options': 'anyone',
  'POST /api/account/sign-out': 'anyone',
  'POST /api/account/sign-up': 'anyone',
  'PUT /api/account/password': 'member',
  'PATCH /api/account/profile': 'member',
  'GET /api/account/security': 'member',
  'GET /api/account/security/notices': 'member',
  'POST /api/account/security/review': 'member',
  'DELETE /api/account/second-factor/removal': 'member',
  'POST /api/account/sign-in/second-factor/removal': 'anyone',
  'PUT /api/account/sign-in/second-factor/removal': 'anyone',
  'POST /api/account/sign-in/second-factor/removal/cancel': 'anyone',
  'POST /api/account/second-factor': 'member',
  'PUT /api/account/second-factor': 'member',
  'POST /api/account/second-factor/recovery-codes': 'member',
  'POST /api/account/second-factor/off': 'member',
  'POST /api/account/passkeys': 'member',
  'POST /api/account/passkeys/options': 'member',
  'PATCH /api/account/passkeys/:passkeyId': 'member',
  'POST /api/account/passkeys/:passkeyId/removal': 'member',
  'POST /api/account/providers/:provider/link': 'member',
  'POST /api/account/providers/:provider/reauthentication': 'member',
  'POST /api/account/providers/:provider/unlink': 'member',
  'GET /api/account/tokens': 'member',
  'POST /api/account/tokens': 'member',
  'DELETE /api/account/tokens/:tokenId': 'member',
  'GET /api/account/connected-apps': 'member',
  'POST /api/account/connected-apps/request': 'member',
  'POST /api/account/connected-apps/decision': 'member',
  'DELETE /api/account/connected-apps/:appId': 'member',
  'GET /api/account/devices': 'member',
  'DELETE /api/account/devices': 'member',
  'DELETE /api/account/devices/:deviceId': 'member',
  'GET /api/my-restaurants': 'member',
  'POST /api/my-restaurants': 'member',
  'PATCH /api/my-restaurants/:restaurantId': 'member',
  'DELETE /api/my-restaurants/:restaurantId': 'member',
  'PUT /api/my-restaurants/:restaurantId/place': 'member',
  'POST /api/my-restaurants/:restaurantId/restore': 'member',
  'POST /api/my-restaurants/:restaurantId/convert': 'member',
  'POST /api/my-restaurants/:restaurantId/convert/undo': 'member',
  'GET /api/my-restaurants/:restaurantId/taken-from': 'member',
  'GET /api/collections': 'member',
  'POST /api/collections': 'member',
  'GET /api/collections/:collectionId': 'member',
  'GET /api/collections/:collectionId/changes': 'member',
  'GET /api/collections/:collectionId/since/:version': 'member',
  'PATCH /api/collections/:collectionId': 'member',
  'DELETE /api/collections/:collectionId': 'member',
  'POST /api/collections/:collectionId/restore': 'member',
  'POST /api/collections/:collectionId/places': 'member',
  'PATCH /api/collections/:collectionId/places/:restaurantId': 'member',
  'DELETE /api/collections/:collectionId/places/:restaurantId': 'member',
  'POST /api/collections/:collectionId/places/:restaurantId/restore': 'member',
  'PUT /api/collections/:collectionId/places/:restaurantId/reaction': 'member',
  'POST /api/collections/:collectionId/places/:restaurantId/comments': 'member',
  'DELETE /api/collections/:collectionId/places/:restaurantId/comments/:commentId': 'member',
  'GET /api/collections/:collectionId/invite': 'member',
  'PUT /api/collections/:collectionId/invite': 'member',
  'DELETE /api/collections/:collectionId/invite': 'member',
  'PATCH /api/collections/:collectionId/members/:memberKey': 'member',
  'DELETE /api/collections/:collectionId/members/:memberKey': 'member',
  'PUT /api/collections/:collectionId/owner': 'member',
  'GET /api/collections/:collectionId/votes': 'member',
  'POST /api/collections/:collectionId/votes': 'member',
  'GET /api/votes/:voteId': 'anyone',
  'GET /api/votes/:voteId/changes': 'anyone',
  'GET /api/votes/:voteId/date.ics': 'anyone',
  'PUT /api/votes/:voteId/answers': 'anyone',
  'POST /api/votes/:voteId/close': 'member',
  'PUT /api/votes/:voteId/decision': 'member',
  'DELETE /api/votes/:voteId': 'member',
  'GET /api/collection-invites/:inviteId': 'anyone',
  'POST /api/collection-invites/:inviteId/members': 'member',
  'GET /api/list-shares': 'member',
  'POST /api/list-shares': 'member',
  'PATCH /api/list-shares/:shareId': 'member',
  'DELETE /api/list-shares/:shareId': 'member',
  'GET /api/shared-lists/:shareId': 'anyone',
  'POST /api/shared-lists/:shareId/opens': 'anyone',
  'POST /api/shared-lists/:shareId/taken': 'member',
  'GET /api/journal/entries/:entryId/share': 'member',
  'PUT /api/journal/entries/:entryId/share': 'member',
  'DELETE /api/journal/entries/:entryId/share': 'member',
  'GET /api/shared-entries/:shareId': 'anyone',
  'GET /api/place-imports': 'member',
  'POST /api/place-imports': 'member',
  'POST /api/page-links': 'member',
  'POST /api/place-imports/list-links': 'member',
  'GET /api/place-imports/:importId': 'member',
  'PATCH /api/place-imports/:importId': 'member',
  'DELETE /api/place-imports/:importId': 'member',
  'GET /api/place-imports/:importId/rows': 'member',
  'PATCH /api/place-imports/:importId/rows': 'member',
  'POST /api/place-imports/:importId/matches': 'member',
  'POST /api/place-imports/:importId/save': 'member',
  'POST /api/place-imports/:importId/cancel': 'member',
  'POST /api/place-imports/:importId/undo': 'member',
  'GET /api/restaurants/:restaurantId': 'member',
  'GET /api/journal': 'member',
  'GET /api/journal/search': 'member',
  'GET /api/journal/feed': 'member',
  'PUT /api/journal/feed': 'member',
  'DELETE /api/journal/feed': 'member',
  'GET /api/calendars/:feedId/journal.ics': 'anyone',
  'GET /api/my-restaurants/export': 'member',
  'GET /api/my-data/archive': 'member',
  'POST /api/my-data/archive': 'member',
  'GET /api/my-data/archive/:archiveId/file': 'member',
  'POST /api/my-data/restaurants': 'member',
  'POST /api/my-data/journal': 'member',
  'POST /api/my-data/collections': 'member',
  'POST /api/my-data/restored': 'member',
  'GET /api/follows': 'member',
  'PUT /api/follows/:sourceId': 'member',
  'DELETE /api/follows/:sourceId': 'member',
  'PUT /api/follows/:sourceId/seen': 'member',
  'GET /api/push-subscription': 'member',
  'PUT /api/push-subscription': 'member',
  'DELETE /api/push-subscription': 'member',
  'GET /api/notifications': 'member',
  'GET /api/notifications/unread': 'member',
  'PUT /api/notifications/:notificationId/read': 'member',
  'PUT /api/notifications/read': 'member',
  'GET /api/notifications/settings': 'member',
  'PUT /api/notifications/settings/:kind': 'member',
  'GET /api/mail-subscriptions': 'member',
  'PUT /api/mail-subscriptions/:kind': 'member',
  'POST /api/mail-subscriptions/end': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/journal/entries/:entryId': 'member',
  'GET /api/journal/yearly-review/:year': 'member',
  'GET /api/journal/yearly-review/:year/card': 'member',
  'POST /api/journal/entries': 'member',
  'PUT /api/journal/entries/:entryId': 'member',
  'DELETE /api/journal/entries/:entryId': 'member',
  'POST /api/journal/entries/:entryId/restore': 'member',
  'GET /api/restaurants/:restaurantId/reviews': 'member',
  'PUT /api/restaurants/:restaurantId/my-review': 'member',
  'POST /api/restaurants/:restaurantId/public-reviews-flag': 'member',
  'POST /api/reviews/:reviewId/reports': 'member',
  'GET /api/membership': 'member',
  'POST /api/membership/orders': 'member',
  'POST /api/membership/process-portone-payment': 'member',
  'GET /api/membership/payments': 'member',
  'POST /api/membership/payments/:paymentId/refund': 'member',
  'POST /api/portone/webhook': 'anyone',
  'GET /api/admin/payments': 'admin',
  'GET /api/admin/payments/:paymentId': 'admin',
  'POST /api/admin/payments/:paymentId/refund': 'admin',
  'POST /api/admin/payments/:paymentId/settle': 'admin',
  'GET /api/admin/reviews': 'admin',
  'POST /api/admin/reviews/:reviewId/approve': 'admin',
  'POST /api/admin/reviews/:reviewId/reject': 'admin',
};

/**
 * Routes that accept requests of other origins. Each route authenticates its callers in another way, or writes nothing
 * (the share target for other apps).
 */
const ACCEPT_FOREIGN_ORIGINS: readonly string[] = [
  'POST /api/portone/webhook',
  'POST /app/add',
  'POST /unsubscribe/:token',
];

/** The routes outside /api without the MCP endpoint, which is off. No route in this list requires a session, and only POST /unsubscribe/:token writes. */
const ROUTES_OUTSIDE_API = [
  'GET /',
  'GET /app/collections/join/:inviteId',
  'GET /app/restaurant/:restaurantId',
  'GET /card.png',
  'GET /docs/api',
  'GET /docs/api/api-reference.browser.js',
  'GET /docs/api/swagger-ui-bundle.js',
  'GET /docs/api/swagger-ui.css',
  'GET /faq',
  'GET /healthz',
  'GET /privacy-policy',
  'GET /readyz',
  'GET /refund-policy',
  'GET /robots.txt',
  'GET /shared-momokzi-journal/:linkId/card.png',
  'GET /shared-momokzi-journal/:shareId',
  'GET /shared/:linkId/card.png',
  'GET /shared/:shareId',
  'GET /sitemap.xml',
  'GET /terms-of-service',
  'GET /vote/:linkId/card.png',
  'GET /vote/:voteId',
  'POST /app/add',
  'POST /unsubscribe/:token',
];

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`;
const isWrite = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
const addressOf = ({ url }: Route) => url.replaceAll(/:\w+/g, '0190a1b2-no-such-id');

describe('every route', () => {
  let on: TestApp;
  let routes: Route[];
  let member: TestMember;
  beforeAll(async () => {
    on = await openTestApp();
    routes = on.app.routeTable.filter(({ method }) => method !== 'HEAD');
    member = await signUpMember(on.app);
  });
  afterAll(() => on.close());

  const send = (route: Route, headers: Record<string, string> = {}) =>
    on.app.inject({ method: route.method as 'GET', url: addressOf(route), headers });

  test('has a row in the access matrix, and every row has a route', () => {
    const named = routes.filter(({ url }) => url.startsWith('/api'));
    expect(Object.fromEntries(named.map((route) => [nameOf(route), route.access]))).toEqual(ACCESS);
    const others = routes.filter(({ url }) => !url.startsWith('/api'));
    expect(others.map(nameOf).sort()).toEqual(ROUTES_OUTSIDE_API);
  });

  test('belongs to a contract, and every contract is served', async () => {
    const files = globSync('features/**/*.contract.ts', { cwd: path.join(import.meta.dirname, '..') });
    const contracts = await Promise.all(
      files.map((file) => import(path.join(import.meta.dirname, '..', file))),
    );
    const declared = contracts
      .flatMap((contract: Record<string, unknown>) => Object.values(contract))
      .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value)
      .map(nameOf);
    expect(Object.keys(ACCESS).sort()).toEqual(declared.sort());
  });

  test('rejects visitors on member routes', async () => {
    for (const route of routes.filter(({ access }) => access === 'member')) {
      const answer = await send(route, { origin: OWN_ORIGIN });
      expect([nameOf(route), answer.statusCode, answer.json().code]).toEqual([
        nameOf(route),
        401,
        'account.sign_in_required',
      ]);
    }
  });

  test('for the admin answers a member like an unknown URL', async () => {
    for (const route of routes.filter(({ access }) => access === 'admin')) {
      const answer = await send(route, member.headers);
      expect([nameOf(route), answer.statusCode, answer.json().code]).toEqual([
        nameOf(route),
        404,
        'request.not_found',
      ]);
    }
  });

  test('accepts requests with the access it declares', async () => {
    for (const route of routes.filter(({ access }) => access === 'anyone' || access === 'member')) {
      const answer = await send(route, route.access === 'member' ? member.headers : { origin: OWN_ORIGIN });
      // The server may refuse the content of the request, but must not fail.
      expect([nameOf(route), answer.statusCode < 500]).toEqual([nameOf(route), true]);
      // The search includes the field name `code`, because the OpenAPI document also contains every code.
      expect([nameOf(route), answer.body.includes('"code":"account.sign_in_required"')]).toEqual([
        nameOf(route),
        false,
      ]);
    }
  });

  test.each([
    ['no origin', {}],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign site', { origin: OWN_ORIGIN, 'sec-fetch-site': 'cross-site' }],
  ])('that writes rejects %s', async (_name, headers) => {
    const writes = routes.filter(isWrite);
    expect(writes.length).toBeGreaterThan(0);
    for (const route of writes) {
      const answer = await send(route, { cookie: member.cookie, ...headers });
      const isOpen = ACCEPT_FOREIGN_ORIGINS.includes(nameOf(route));
      expect([nameOf(route), answer.body.includes('"code":"request.foreign_origin"')]).toEqual([
        nameOf(route),
        !isOpen,
      ]);
    }
  });

  test('is not readable by scripts of other sites', async () => {
    for (const route of routes) {
      const answer = await send(route, { cookie: member.cookie, origin: 'https://evil.example' });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect([nameOf(route), answer.headers['cross-origin-resource-policy']]).toEqual([
        nameOf(route),
        'same-origin',
      ]);
    }
  });
});
