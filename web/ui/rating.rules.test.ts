import { describe, expect, test } from 'vitest';
import { ratingAfterKey, ratingAt, starFill } from './rating.rules.ts';

describe('별점', () => {
  test('별의 왼쪽 반은 0.5점이다', () => {
    expect(ratingAt(0.25)).toBe(1.5);
    expect(ratingAt(0.39)).toBe(2);
    expect(ratingAt(0.95)).toBe(5);
  });

  test('별 밖을 눌러도 반 개에서 다섯 개 사이다', () => {
    expect(ratingAt(-0.3)).toBe(0.5);
    expect(ratingAt(0)).toBe(0.5);
    expect(ratingAt(1.4)).toBe(5);
  });

  test('화살표는 반 개씩 옮긴다', () => {
    expect(ratingAfterKey({ key: 'ArrowRight', rating: 3.5 })).toBe(4);
    expect(ratingAfterKey({ key: 'ArrowLeft', rating: 3.5 })).toBe(3);
    expect(ratingAfterKey({ key: 'ArrowRight', rating: 5 })).toBe(5);
    expect(ratingAfterKey({ key: 'ArrowLeft', rating: 0.5 })).toBe(0.5);
  });

  test('평점이 없을 때 왼쪽 화살표는 평점을 만들지 않는다', () => {
    expect(ratingAfterKey({ key: 'ArrowLeft', rating: 0 })).toBeUndefined();
    expect(ratingAfterKey({ key: 'ArrowRight', rating: 0 })).toBe(0.5);
  });

  test('3.5점은 세 개가 차고 네 번째가 반만 찬다', () => {
    expect([1, 2, 3, 4, 5].map((position) => starFill({ rating: 3.5, position }))).toEqual([1, 1, 1, 0.5, 0]);
  });
});
