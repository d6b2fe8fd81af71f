import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Endpoint } from '#common/endpoint.ts';
import { type commonProblems, Problem, problemStatus } from '#common/problem.ts';
import { buildApp } from './app.ts';
import { loadSettings } from './config.ts';
import { openDatabase } from './database/database.ts';
import type { App } from './http/feature.ts';
import { createJobs } from './jobs/jobs.ts';

/** The HTTP API as an OpenAPI 3.1 document, drawn up from the routes as they are registered. */
export async function describeApi(): Promise<object> {
  // Nothing is asked of this database: routes are registered, and none is called.
  const database = openDatabase({ connectionString: 'postgres://nowhere.invalid' });
  const app = await buildApp({
    ...database,
    settings: loadSettings({ AUTH_SECRET: 'x'.repeat(32) }),
    jobs: createJobs(database),
    beforeRoutes: documentRoutes,
  });
  const document = app.swagger();
  await app.close();
  await database.close();
  return inOrder(document) as object;
}

/** As it stands in docs/openapi.json. */
export const openApiText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

async function documentRoutes(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: '모먹지',
        version: '1',
        description:
          'Every write needs the Origin of the product’s own pages, or a personal API token and no cookie. Whatever goes wrong is answered as problem details (RFC 9457) with a dotted `code`.',
      },
      components: {
        schemas: { Problem: z.toJSONSchema(Problem) as never },
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          token: { type: 'http', scheme: 'bearer', description: 'A personal API token.' },
        },
      },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const endpoint = route as unknown as Partial<Endpoint>;
      if (!endpoint.access || !schema) return { schema: { ...schema, hide: true }, url };
      const described = { ...schema, ...(endpoint.idempotent && { headers: IdempotencyHeaders }) };
      const transformed = jsonSchemaTransform({ schema: described, url, route, ...rest });
      const { response, ...request } = transformed.schema as { response: Record<string, object> };
      return {
        url,
        schema: {
          ...request,
          ...(schema.consumes && { body: { type: 'string', format: 'binary' } }),
          operationId: operationId({ method: String(route.method), url }),
          tags: [url.split('/')[2] ?? ''],
          ...(endpoint.access !== 'anyone' && { security: securityOf({ ...endpoint, url }) }),
          response: { ...describedSuccesses(response), ...describedProblems(endpoint) },
        },
      };
    },
  });
}

/** The account itself is closed to tokens. */
const securityOf = ({ access, url }: { access?: string; url: string }) =>
  access === 'member' && !url.startsWith('/api/account/')
    ? [{ session: [] }, { token: [] }]
    : [{ session: [] }];

const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/)
    .describe(
      'Made by the client, one for each thing it means to create; a repeat within a day gets the first answer.',
    ),
});

/** `POST /api/my-restaurants/:restaurantId/restore` is `postMyRestaurantsByRestaurantIdRestore`. */
function operationId({ method, url }: { method: string; url: string }): string {
  const words = url
    .replace(/^\/api\//, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const describedSuccesses = (response: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [
      status,
      { description: STATUS_CODES[status] ?? '', ...schema },
    ]),
  );

function describedProblems(endpoint: Partial<Endpoint>): Record<string, object> {
  const codes = [...commonCodesOf(endpoint), ...(endpoint.problems ?? [])].sort();
  const statuses = [...new Set(codes.map((code) => problemStatus(code) ?? 500))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => problemStatus(code) === status);
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Problem' }],
        properties: { code: { enum: ofStatus } },
      };
      return [
        status,
        { description: ofStatus.join(', '), content: { 'application/problem+json': { schema } } },
      ];
    }),
  );
}

/** Problems that this endpoint may answer because of what it is, beside those it names. */
function commonCodesOf({
  method,
  url,
  access,
  idempotent,
  schema,
}: Partial<Endpoint>): (keyof typeof commonProblems)[] {
  return [
    'request.malformed',
    'request.too_many',
    'server.failed',
    'server.unavailable',
    ...(schema?.body || schema?.params || schema?.querystring ? (['request.invalid'] as const) : []),
    ...(method === 'GET' ? [] : (['request.foreign_origin'] as const)),
    ...(schema?.body ? (['request.too_large', 'request.unsupported_media_type'] as const) : []),
    ...(access === 'member' ? (['account.sign_in_required'] as const) : []),
    ...(url?.startsWith('/api/account/')
      ? (['account.token_refused'] as const)
      : access === 'member'
        ? (['account.token_invalid'] as const)
        : []),
    ...(access === 'member' && method !== 'GET' ? (['account.token_read_only'] as const) : []),
    ...(access === 'admin' ? (['request.not_found'] as const) : []),
    ...(idempotent
      ? ([
          'request.idempotency_key_missing',
          'request.idempotency_key_reused',
          'request.idempotency_in_progress',
        ] as const)
      : []),
  ];
}

/** Keys sorted, so that the document changes only where the API does. Lists keep their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
}
