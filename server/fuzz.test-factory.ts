import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#common/endpoint.ts';

/** Generates requests. Some match the contract, some almost match it, and some are arbitrary. */
export function requestsTo({ url, schema }: Pick<Endpoint, 'url' | 'schema'>, knownId: string) {
  const { params, querystring, body } = schema;
  return fc
    .record({
      params: params
        ? fc.oneof(mostlyValid(params), fc.constant({ restaurantId: knownId }))
        : fc.constant({}),
      query: querystring ? mostlyValid(querystring) : fc.constant({}),
      payload: body
        ? fc.oneof(
            { weight: 8, arbitrary: mostlyValid(body).map(asText) },
            hostileText,
            fc.constant(undefined),
          )
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

const hostileText = fc.constantFrom(
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

const hostileValue = fc.constantFrom<unknown>(
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

/** Generates values of the schema. In some values one part is hostile; other values are entirely hostile. */
function mostlyValid(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const corrupted = fc
    .tuple(fitting, hostileValue, fc.nat())
    .map(([value, bad, at]) => replacePart({ value, bad, at }));
  return fc.oneof(
    { weight: 7, arbitrary: fitting },
    { weight: 4, arbitrary: corrupted },
    { weight: 1, arbitrary: hostileValue },
  );
}

/** Replaces one part of the value with `bad`. `at` selects the part, which may be at any depth. */
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

/** Generates values that match the schema. Supports the parts of JSON Schema that our contracts use. */
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
      return fc.array(schema.items ? valuesOf(schema.items) : hostileValue, {
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
      return hostileValue;
  }
}
