import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { addPressListeners } from './presses.ts';

test('카드를 닫은 뒤에는 한 자리의 첫 번째 핀부터 다시 고른다', () => {
  let press: (event: { point: { x: number; y: number } }) => void = () => {};
  const map = {
    on: (type: string, listener: typeof press) => {
      if (type === 'click') press = listener;
    },
    getLayer: () => true,
    queryRenderedFeatures: () => ['1층', '2층'].map((id) => ({ properties: { id } })),
  };
  let selectedId: string | null = null;
  const onPin = vi.fn((id: string) => {
    selectedId = id;
  });
  addPressListeners(map as unknown as MapLibreMap, {
    selectedId: () => selectedId,
    onPin,
    onCluster: () => {},
    onGround: () => {},
  });
  const point = { x: 100, y: 100 };
  press({ point });
  selectedId = null;
  press({ point });
  press({ point });
  expect(onPin.mock.calls).toEqual([['1층'], ['1층'], ['2층']]);
});
