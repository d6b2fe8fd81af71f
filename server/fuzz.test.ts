import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#common/endpoint.ts';
import { commonProblems, Problem } from '#common/problem.ts';
import {
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { requestsTo } from './fuzz.test-factory.ts';
import type { Route } from './http/route-table.ts';
import { openTestApp, type TestApp } from './http/test-app.ts';
import { testRuns } from './test-runs.ts';

const RUNS = testRuns(25);

describe('any input', () => {
  let on: TestApp;
  let routes: Route[];
  let admin: TestMember;
  beforeAll(async () => {
    const many = 1_000_000_000;
    on = await openTestApp({
      settings: {
        REQUESTS_PER_MINUTE_BY_ACCOUNT: many,
        REQUESTS_PER_MINUTE_BY_ADDRESS: many,
        ADMIN_EMAIL: 'boss@example.com',
      },
    });
    admin = await openAdmin(on);
    routes = on.app.routeTable.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'));
  });
  afterAll(() => on.close());

  test('gets a response of the contract, never 5xx', { timeout: 60_000 + RUNS * 2_000 }, async () => {
    for (const route of routes) {
      const { member: somebody, knownId } = await memberWithOneRestaurant();
      const member = route.access === 'admin' ? admin : somebody;
      const headers = isSigningInOrOut(route) ? { origin: member.headers.origin } : member.headers;
      await fc.assert(
        fc.asyncProperty(requestsTo(route as unknown as Endpoint, knownId), async ({ url, payload, key }) => {
          const answer = await on.app.inject({
            method: route.method as 'GET',
            url,
            remoteAddress: randomIpAddress(),
            headers: {
              ...headers,
              'idempotency-key': key,
              ...(payload !== undefined && { 'content-type': 'application/json' }),
            },
            ...(payload !== undefined && { payload }),
          });
          expectContract({ route, status: answer.statusCode, body: answer.body });
        }),
        { numRuns: RUNS },
      );
      // This check shows that the requests came from a signed-in member. If they came from a visitor, all would be
      // refused, and the test would check nothing.
      const me = await on.app.inject({ url: '/api/me', headers: member.headers });
      expect(me.json().me.uid).toBe(member.userId);
    }
  });

  async function memberWithOneRestaurant(): Promise<{ member: TestMember; knownId: string }> {
    const member = await signUpMember(on.app);
    const answer = await on.app.inject({
      method: 'POST',
      url: '/api/my-restaurants',
      headers: { ...member.headers, 'idempotency-key': 'key-of-the-known-place' },
      payload: { place: { from: 'hand', name: '하동관', address: '서울 중구 명동9길 12' } },
    });
    expect(answer.statusCode).toBe(201);
    return { member, knownId: answer.json().restaurant.id };
  }
});

const isSigningInOrOut = ({ url }: Route) => url.startsWith('/api/account/sign-');

function expectContract({ route, status, body }: { route: Route; status: number; body: string }): void {
  const { schema, problems } = route as unknown as Pick<Endpoint, 'schema' | 'problems'>;
  const success = schema.response[status];
  if (success) {
    // An endpoint with `produces` answers with a file, not with JSON.
    if (schema.produces) success.parse(body);
    else success.parse(body === '' ? undefined : JSON.parse(body));
    return;
  }
  expect([status < 500, body]).toEqual([true, body]);
  const { code } = Problem.parse(JSON.parse(body));
  expect([...Object.keys(commonProblems), ...problems]).toContain(code);
}
