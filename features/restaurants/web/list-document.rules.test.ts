import { describe, expect, test } from 'vitest';
import { withChanges, withoutRestaurant, withRestaurant } from './list-document.rules.ts';
import { restaurant } from './restaurants.test-factory.ts';

const list = (...restaurants: ReturnType<typeof restaurant>[]) => ({ version: 1, restaurants });
const names = ({ restaurants }: ReturnType<typeof list>) => restaurants.map(({ name }) => name);

describe('브라우저가 들고 있는 내 리스트', () => {
  const newest = restaurant({ name: '오늘', linkedAt: 30 });
  const middle = restaurant({ name: '어제', linkedAt: 20 });
  const oldest = restaurant({ name: '그제', linkedAt: 10 });

  test('바뀐 곳은 제자리에서 바뀌고 나머지는 그대로다', () => {
    const before = list(newest, middle, oldest);
    const after = withRestaurant(before, { ...middle, status: '방문 완료' });
    expect(after.restaurants[1]).toEqual({ ...middle, status: '방문 완료' });
    expect(after.restaurants[0]).toBe(newest);
    expect(after.restaurants[2]).toBe(oldest);
    expect(before.restaurants[1]).toBe(middle);
  });

  test('새 곳은 맨 앞에, 되살린 곳은 담은 때의 자리에 선다', () => {
    expect(names(withRestaurant(list(middle, oldest), newest))).toEqual(['오늘', '어제', '그제']);
    expect(names(withRestaurant(list(newest, oldest), middle))).toEqual(['오늘', '어제', '그제']);
    expect(names(withRestaurant(list(newest, middle), oldest))).toEqual(['오늘', '어제', '그제']);
    expect(names(withRestaurant(list(), oldest))).toEqual(['그제']);
  });

  test('지운 곳만 빠진다', () =>
    expect(names(withoutRestaurant(list(newest, middle), newest.id))).toEqual(['어제']));

  test('말하지 않은 것은 바뀌지 않는다', () => {
    const before = restaurant({ name: '국밥', rating: 4, review: '좋았다' });
    const after = withChanges({ restaurant: before, changes: { rating: null }, now: 7 });
    expect(after).toEqual({ ...before, rating: null, lastModifiedByUserAt: 7 });
  });

  test('방문 완료로 바꾼 날이 도장에 남고, 되돌리면 사라진다', () => {
    const planned = restaurant({ name: '국밥' });
    const visited = withChanges({ restaurant: planned, changes: { status: '방문 완료' }, now: 5 });
    expect(visited.visitedAt).toBe(5);
    expect(withChanges({ restaurant: visited, changes: { rating: 4 }, now: 9 }).visitedAt).toBe(5);
    expect(withChanges({ restaurant: visited, changes: { status: '방문 완료' }, now: 9 }).visitedAt).toBe(5);
    expect(
      withChanges({ restaurant: visited, changes: { status: '방문 예정' }, now: 9 }).visitedAt,
    ).toBeNull();
  });

  test('방문 취소를 되돌리면 도장에 전에 방문한 날이 다시 남는다', () => {
    const planned = restaurant({ name: '국밥' });
    const changes = { status: '방문 완료' } as const;
    const restored = withChanges({ restaurant: planned, changes, visitedAt: 5, now: 9 });
    expect(restored.visitedAt).toBe(5);
    expect(withChanges({ restaurant: restored, changes, visitedAt: 3, now: 9 }).visitedAt).toBe(5);
  });

  test('고른 카테고리는 바로 보이고, 되돌리면 서버가 답할 때까지 그대로 보인다', () => {
    const before = restaurant({ name: '국밥', categoryId: 'soup' });
    const chosen = withChanges({ restaurant: before, changes: { categoryId: 'bar' }, now: 1 });
    expect(chosen).toMatchObject({ categoryId: 'bar', userCategoryOverrideId: 'bar' });
    const back = withChanges({ restaurant: chosen, changes: { categoryId: null }, now: 2 });
    expect(back).toMatchObject({ categoryId: 'bar', userCategoryOverrideId: null });
  });
});
