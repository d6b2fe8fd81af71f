import { expect, test } from 'vitest';
import { addRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { add } from './restaurants.outbox.ts';

test('지도 서비스가 멎어 담지 못하면, 기다리는 폼이 이유를 받는다', () => {
  const codes = addRestaurant.problems.filter((code) => code.startsWith('places.'));
  expect(codes).toHaveLength(4);
  expect([...add.formProblems].toSorted()).toEqual(codes.toSorted());
});
