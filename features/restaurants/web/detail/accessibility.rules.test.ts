import { expect, test } from 'vitest';
import { wheelchairParts } from './accessibility.rules.ts';

test('휠체어로 쓸 수 있는 곳과 없는 곳을 나누고, 모르는 곳은 어느 쪽에도 두지 않는다', () => {
  expect(
    wheelchairParts({
      wheelchairAccessibleEntrance: true,
      wheelchairAccessibleSeating: false,
      wheelchairAccessibleRestroom: null,
      wheelchairAccessibleParking: true,
    }),
  ).toEqual({ can: ['entrance', 'parking'], cannot: ['seating'] });
});
