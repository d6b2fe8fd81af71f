import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeApi, openApiText } from './openapi.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { description: string }>;
  security?: object[];
};

describe('docs/openapi.json', async () => {
  const document = (await describeApi()) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test('is up to date; if this fails, run: npm run openapi', () => {
    const file = path.join(import.meta.dirname, '../docs/openapi.json');
    expect(readFileSync(file, 'utf8')).toBe(openApiText(document));
  });

  test('contains no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, to = '']) => to,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      expect([reference, target]).not.toEqual([reference, undefined]);
    }
  });

  test('contains each operation once, with its problems', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    const addRestaurant = document.paths['/api/my-restaurants']?.post;
    expect(addRestaurant?.security).toEqual([{ session: [] }, { token: [] }]);
    expect(document.paths['/api/account/tokens']?.post?.security).toEqual([{ session: [] }]);
    expect(JSON.stringify(addRestaurant?.responses[409])).toContain('restaurants.limit_reached');
    expect(JSON.stringify(addRestaurant)).toContain('idempotency-key');
  });

  test('lists each problem code of a response once', () => {
    const repeated = operations.filter(({ responses }) =>
      Object.values(responses).some(({ description }) => {
        const codes = description.split(', ');
        return new Set(codes).size < codes.length;
      }),
    );
    expect(repeated.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('contains only the API', () => {
    expect(Object.keys(document.paths).filter((url) => !url.startsWith('/api/'))).toEqual([]);
  });
});
