import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#common/endpoint.ts';
import { commonProblems, Problem } from '#common/problem.ts';
import { signUpMember, someAddress, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { Route } from './http/route-table.ts';
import { openTestApp, type TestApp } from './http/test-app.ts';
import { testRuns } from './test-runs.ts';

/** Requests per route. */
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
        fc.asyncProperty(requestsTo(route, knownId), async ({ url, payload, key }) => {
          const answer = await on.app.inject({
            method: route.method as 'GET',
            url,
            remoteAddress: someAddress(),
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
      // Control: the requests came from a member, not from a visitor, who would be refused everywhere.
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
    // A file is no JSON.
    if (schema.produces) success.parse(body);
    else success.parse(body === '' ? undefined : JSON.parse(body));
    return;
  }
  expect([status < 500, body]).toEqual([true, body]);
  const { code } = Problem.parse(JSON.parse(body));
  expect([...Object.keys(commonProblems), ...problems]).toContain(code);
}

/** Requests that match the contract, that almost match it, and arbitrary ones. */
function requestsTo({ url, schema }: Route, knownId: string) {
  const { params, querystring, body } = schema as Endpoint['schema'];
  return fc
    .record({
      params: params ? fc.oneof(nearly(params), fc.constant({ restaurantId: knownId })) : fc.constant({}),
      query: querystring ? nearly(querystring) : fc.constant({}),
      payload: body
        ? fc.oneof({ weight: 8, arbitrary: nearly(body).map(asText) }, nastyText, fc.constant(undefined))
        : fc.constant(undefined),
      key: fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{16,64}$/), fc.constant('short')),
    })
    .map(({ params, query, payload, key }) => ({ url: addressOf({ url, params, query }), payload, key }));
}

const asText = (value: unknown) => JSON.stringify(value) ?? 'null';

function addressOf({ url, params, query }: { url: string; params: unknown; query: unknown }): string {
  const path = url.replaceAll(/:(\w+)/g, (_, name) =>
    encode((params as Record<string, unknown>)?.[name] || 'x'),
  );
  const pairs = Object.entries(query ?? {}).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : asText(value)).toWellFormed()).replaceAll(
    '%00',
    '%2500',
  );

const nastyText = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":"\\u0000"}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
);

const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  'ㄱ',
  '가'.repeat(3_000),
  "'; drop table users; --",
  '\u202e\u0000x',
  '\ud83c',
  '🍲'.repeat(20),
  -1,
  0,
  1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  true,
  { '': { '': [] } },
);

/** Values of a schema: some with one part replaced by a hostile value, some entirely hostile. */
function nearly(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const spoilt = fc
    .tuple(fitting, nasty, fc.nat())
    .map(([value, bad, at]) => replacePart({ value, bad, at }));
  return fc.oneof(
    { weight: 7, arbitrary: fitting },
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: nasty },
  );
}

/** Replaces the part with the given index; counts an object's own parts and those inside it. */
function replacePart({ value, bad, at }: { value: unknown; bad: unknown; at: number }): unknown {
  if (typeof value !== 'object' || value === null) return bad;
  const names = Object.keys(value);
  const name = names[at % (names.length + 1)];
  if (name === undefined) return bad;
  const inner = replacePart({
    value: (value as Record<string, unknown>)[name],
    bad,
    at: Math.floor(at / (names.length + 1)),
  });
  if (Array.isArray(value)) return value.with(Number(name), inner);
  return { ...value, [name]: inner };
}

type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
};

/** Values of a JSON schema; supports the parts of JSON Schema that our contracts use. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valuesOf));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map(valuesOf)).map((parts) => Object.assign({}, ...(parts as object[])));
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    minLength = 0,
    maxLength = 60,
    minimum = -1_000,
    maximum = 1_000,
    minItems = 0,
    maxItems = 5,
  } = schema;
  const { multipleOf: step = 1 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31)) });
    case 'number':
      return fc.oneof(
        fc
          .integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) })
          .map((steps) => steps * step),
        ...(schema.multipleOf ? [] : [fc.double({ min: minimum, max: maximum, noNaN: true })]),
      );
    case 'string':
      return fc.oneof(
        fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 80)), unit: 'grapheme' }),
        fc.constantFrom('하동관 명동', '서울 중구 명동9길 12', 'kim@example.com', '02-776-5656'),
      );
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items) : nasty, {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 5),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, valuesOf(inner)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return nasty;
  }
}
