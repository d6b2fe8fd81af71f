import { expect, test } from 'vitest';
import { MAP, onCardMap } from './card-map.rules.ts';

const at = (lat: number, lng: number) => ({ coordinates: { lat, lng }, status: '방문 예정' as const });

test('가장 먼 곳들까지 그림 안에 있고, 북쪽이 위, 동쪽이 오른쪽이다', () => {
  const { pins } = onCardMap([at(33.2, 126.2), at(38.5, 128.4), at(37.5, 131.8)]);
  for (const { x, y } of pins) {
    expect(x).toBeGreaterThan(20);
    expect(x).toBeLessThan(MAP.width - 20);
    expect(y).toBeGreaterThan(20);
    expect(y).toBeLessThan(MAP.height - 20);
  }
  const [south, north, east] = pins;
  expect(north?.y).toBeLessThan(south?.y ?? 0);
  expect(east?.x).toBeGreaterThan(north?.x ?? 0);
});

test('한 곳만 있으면 한가운데다', () => {
  expect(onCardMap([at(37.5, 127)]).pins).toEqual([
    { x: MAP.width / 2, y: MAP.height / 2, isVisited: false },
  ]);
});
