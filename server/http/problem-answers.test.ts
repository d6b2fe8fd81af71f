import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import type { FeatureRoutes } from './feature.ts';
import { problem } from './problem.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const notesProblems = defineProblems({ 'test_notes.full': 409, 'test_notes.unnamed': 409 });

const addNote = endpoint({
  method: 'POST',
  url: '/api/notes/:noteId',
  access: 'anyone',
  schema: {
    summary: 'Add a note',
    params: z.object({ noteId: z.string().max(300) }),
    querystring: z.object({ page: z.coerce.number().int().min(1).optional() }),
    body: z.object({
      text: z.string().trim().min(1, 'test_notes.text_missing').max(20),
      nickname: z.string().min(2).max(4),
      tags: z.array(z.string().max(3)).max(2).default([]),
      stars: z.number().max(5),
      place: z.discriminatedUnion('from', [
        z.object({ from: z.literal('maps'), id: z.string() }),
        z.object({ from: z.literal('hand'), name: z.string() }),
      ]),
    }),
    response: { 201: z.object({ text: z.string() }) },
  },
  problems: ['test_notes.full'],
});

const VALID = { text: '국밥', nickname: '모먹', stars: 3, place: { from: 'maps', id: 'x' } };

const notes: FeatureRoutes = (app) => {
  app.route({
    ...addNote,
    handler: async (request, reply) => {
      const { text } = request.body;
      if (text === 'full') throw problem(notesProblems, 'test_notes.full', { limit: 10 });
      if (text === 'undeclared') throw problem(notesProblems, 'test_notes.unnamed');
      if (text === 'crash') throw new Error('the secret reason');
      if (text === 'wrong shape') return reply.code(201).send({ text: 42 } as never);
      if (text === 'database away') throw Object.assign(new Error('shut down'), { code: '57P01' });
      return reply.code(201).send({ text, more: 'not declared' } as never);
    },
  });
};

describe('problems', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [notes] });
  });
  afterAll(() => on.close());

  const post = (payload: unknown, { url = '/api/notes/1', type = 'application/json' } = {}) =>
    on.app.inject({
      method: 'POST',
      url,
      headers: { origin: OWN_ORIGIN, ...(type && { 'content-type': type }) },
      ...(payload !== undefined && {
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    });

  test('only declared fields are sent', async () => {
    const answer = await post({ ...VALID, text: ' 국밥 ' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ text: '국밥' });
  });

  test('reports all invalid fields at once with dotted codes', async () => {
    const answer = await post({
      text: '  ',
      nickname: '김',
      tags: ['ok', 'long'],
      stars: 9,
      place: { from: 'x' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: '/problems/request.invalid',
      title: 'Bad Request',
      status: 400,
      code: 'request.invalid',
      instance: answer.headers['x-request-id'],
      errors: [
        { path: 'text', code: 'test_notes.text_missing', params: { minimum: 1 } },
        { path: 'nickname', code: 'too_short', params: { minimum: 2 } },
        { path: 'tags.1', code: 'too_long', params: { maximum: 3 } },
        { path: 'stars', code: 'invalid', params: { maximum: 5 } },
        { path: 'place.from', code: 'invalid' },
      ],
    });
  });

  test('distinguishes missing from invalid values', async () => {
    const answer = await post({ text: 7, nickname: '' });
    expect(answer.json().errors).toEqual([
      { path: 'text', code: 'invalid' },
      { path: 'nickname', code: 'required' },
      { path: 'stars', code: 'required' },
      { path: 'place', code: 'required' },
    ]);
  });

  test('validates the query as well', async () => {
    const answer = await post(VALID, { url: '/api/notes/1?page=zero' });
    expect(answer.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: 'page', code: 'invalid' }],
    });
  });

  test.each([
    ['no body', undefined, '', 400, 'request.invalid'],
    ['an empty body', '', 'application/json', 400, 'request.malformed'],
    ['broken JSON', '{"text":', 'application/json', 400, 'request.malformed'],
    ['a prototype in JSON', '{"__proto__":{"a":1}}', 'application/json', 400, 'request.malformed'],
    ['the character U+0000', '{"text":"a\\u0000b"}', 'application/json', 400, 'request.malformed'],
    ['U+0000 in a name', '{"a\\u0000b":1}', 'application/json', 400, 'request.malformed'],
    ['half a surrogate pair', '{"text":["\\uD83C"]}', 'application/json', 400, 'request.malformed'],
    ['another type', 'text=1', 'application/x-www-form-urlencoded', 415, 'request.unsupported_media_type'],
    ['text', '{}', 'text/plain', 415, 'request.unsupported_media_type'],
    ['too much', `"${'x'.repeat(300_000)}"`, 'application/json', 413, 'request.too_large'],
  ])('rejects %s', async (_name, payload, type, status, code) => {
    const answer = await post(payload, { type });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test('accepts text that only looks like a bad escape', async () => {
    const answer = await post({ ...VALID, text: '\\u0000 \\ud83c' });
    expect(answer.json()).toEqual({ text: '\\u0000 \\ud83c' });
    const emoji = await post(JSON.stringify(VALID).replace('국밥', '\\ud83c\\udf72'));
    expect(emoji.json()).toEqual({ text: '🍲' });
  });

  test.each([
    ['GET', '/api/nothing', 404, 'request.not_found'],
    ['POST', '/api/nothing', 404, 'request.not_found'],
    ['GET', '/api', 404, 'request.not_found'],
    ['GET', '/api/notes/%00', 400, 'request.malformed'],
    ['GET', '/api/notes/%zz', 400, 'request.malformed'],
  ] as const)('responds to %s %s with %i', async (method, url, status, code) => {
    const answer = await on.app.inject({ method, url, headers: { origin: OWN_ORIGIN } });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([1_000, 4_000])('rejects an id of %i characters', async (length) => {
    expect((await post(VALID, { url: `/api/notes/${'x'.repeat(length)}` })).statusCode).toBe(400);
  });

  test('lists the methods of a URL', async () => {
    const answer = await on.app.inject({ method: 'GET', url: '/api/notes/1?page=1' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('returns the problems of the contract', async () => {
    const answer = await post({ ...VALID, text: 'full' });
    expect(answer.json()).toMatchObject({ status: 409, code: 'test_notes.full', params: { limit: 10 } });
    expect(on.log.join()).not.toContain('a problem that the contract does not declare');
  });

  test('logs a problem that the contract does not declare', async () => {
    await post({ ...VALID, text: 'undeclared' });
    expect(on.log.join()).toContain('a problem that the contract does not declare');
  });

  test.each([['crash'], ['wrong shape']])(
    'logs an unexpected failure (%s) without revealing it',
    async (text) => {
      const answer = await post({ ...VALID, text });
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toEqual({
        type: '/problems/server.failed',
        title: 'Internal Server Error',
        status: 500,
        code: 'server.failed',
        instance: answer.headers['x-request-id'],
      });
      const line = on.log
        .map((text) => JSON.parse(text))
        .find((entry) => entry.reqId === answer.headers['x-request-id']);
      expect(line).toMatchObject({ level: 50, err: { stack: expect.stringContaining('at ') } });
    },
  );

  test('responds with Retry-After if the database is unavailable', async () => {
    const answer = await post({ ...VALID, text: 'database away' });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([
      503,
      '1',
      'server.unavailable',
    ]);
  });
});
