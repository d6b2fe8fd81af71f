import { expect, test } from 'vitest';
import type { MapPin } from '../map.ts';
import { pinToSelect } from './pin-to-select.ts';

const HERE = { lat: 37.5665, lng: 126.978 };
const pin = (id: string, coordinates = HERE): MapPin => ({
  id,
  name: id,
  coordinates,
  kind: 'todo',
  categoryId: null,
});
const first = pin('1층 국수');
const second = pin('2층 만두');
const third = pin('3층 찻집');
const elsewhere = pin('옆집', { lat: 37.5665, lng: 126.979 });
const pins = [first, elsewhere, second, third];

test('고른 핀을 거듭 누르면 같은 자리의 핀을 차례로 모두 고른다', () => {
  expect(pinToSelect({ pressed: first, selected: first, pins })).toBe(second.id);
  expect(pinToSelect({ pressed: second, selected: second, pins })).toBe(third.id);
  expect(pinToSelect({ pressed: third, selected: third, pins })).toBe(first.id);
});

test('고르지 않은 핀을 누르면 그 핀을 고른다', () => {
  expect(pinToSelect({ pressed: third, selected: null, pins })).toBe(third.id);
  expect(pinToSelect({ pressed: third, selected: first, pins })).toBe(third.id);
});

test('홀로 있는 핀은 다시 눌러도 그대로다', () => {
  expect(pinToSelect({ pressed: elsewhere, selected: elsewhere, pins })).toBe(elsewhere.id);
});
