import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type ApiDocument, brokenPromises, fieldsOfApi } from './released-api.ts';

const document = ({ answer, body }: { answer: object; body: object }): ApiDocument => ({
  paths: {
    '/api/lists': {
      post: {
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 201: { content: { 'application/json': { schema: answer } } } },
      },
    },
  },
});

const released = document({
  body: {
    type: 'object',
    properties: { name: { type: 'string' }, note: { type: 'string' } },
    required: ['name'],
  },
  answer: {
    type: 'object',
    properties: {
      places: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, rating: { type: ['number', 'null'] } },
        },
      },
    },
  },
});

const compared = (now: ApiDocument) =>
  brokenPromises({ released: fieldsOfApi(released), now: fieldsOfApi(now, { withOpen: true }) });

describe('the released API', () => {
  test('allows new fields and new operations', () => {
    const now = structuredClone(released);
    Object.assign(now.paths, { '/api/new': { get: { security: [{ token: [] }] } } });
    const body = now.paths['/api/lists']?.post?.requestBody?.content?.['application/json']?.schema;
    const look = { type: 'object', properties: { icon: { type: 'string' } }, required: ['icon'] };
    Object.assign(body?.properties ?? {}, {
      colour: { type: 'string' },
      looks: { type: 'array', items: look },
    });
    expect(compared(now)).toEqual([]);
  });

  test('refuses a lost field of an answer, another type, a lost field of a request and a new requirement', () => {
    expect(
      compared(
        document({
          body: {
            type: 'object',
            properties: { name: { type: 'string' }, icon: { type: 'string' } },
            required: ['name', 'icon'],
          },
          answer: {
            type: 'object',
            properties: {
              places: {
                type: 'array',
                items: { type: 'object', properties: { rating: { type: 'number' } } },
              },
            },
          },
        }),
      ),
    ).toEqual([
      'missing: POST /api/lists accepts body.note',
      'missing: POST /api/lists answers places[].id string',
      'missing: POST /api/lists answers places[].rating null|number',
      'new: POST /api/lists requires body.icon',
    ]);
  });

  test('allows an operation that needs no sign-in any more', () => {
    const now = structuredClone(released);
    delete now.paths['/api/lists']?.post?.security;
    expect(compared(now)).toEqual([]);
  });

  test('refuses a lost operation', () => {
    expect(compared({ paths: {} })).toContain('missing: POST /api/lists');
  });

  test('is kept by docs/openapi.json', async () => {
    const now = fieldsOfApi(JSON.parse(await readFile('docs/openapi.json', 'utf8')), { withOpen: true });
    const before = (await readFile('docs/released-api.txt', 'utf8')).trim().split('\n');
    expect(before.length).toBeGreaterThan(1_000);
    expect(brokenPromises({ released: before, now })).toEqual([]);
  });
});
