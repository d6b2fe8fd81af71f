import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test('카테고리 열다섯 가지가 정해진 차례로 나온다', async () => {
  const answer = await on.app.inject({ url: '/api/categories' });
  const { categories } = answer.json<{ categories: Category[] }>();
  expect(categories.map(({ name }) => name)).toEqual([
    '한식',
    '고기·구이',
    '해산물·회',
    '면·국수',
    '국밥·탕',
    '분식',
    '중식',
    '일식',
    '양식',
    '아시안',
    '치킨·버거·피자',
    '카페·디저트',
    '베이커리',
    '술집·바',
    '기타',
  ]);
  expect(categories.map(({ order }) => order)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
});
