import type { StyleSpecification } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import type { Palette } from '../palette.ts';
import { loadOnlineStyle, onlineBase } from './online-base.ts';

const palette = { land: '#f0f1ea', water: '#bee5ec' } as Palette;
const look = { palette, theme: 'light', language: 'ko' } as const;
const tiles = { type: 'vector', url: 'https://tiles.example/planet' } as const;

test('OpenMapTiles 타일은 우리 색과 우리 층으로 그리고, 남의 글꼴과 그림은 부르지 않는다', () => {
  const base = onlineBase({ style: styleWith(['water', 'transportation', 'place', 'poi']), ...look });
  expect(base.sources).toEqual({ streets: tiles });
  expect(base.glyphs).toBeUndefined();
  expect(base.sprite).toBeUndefined();
  const ground = base.layers.find(({ type }) => type === 'background');
  expect(ground).toMatchObject({ paint: { 'background-color': '#f0f1ea' } });
  expect(base.layers.every((layer) => !('source' in layer) || layer.source === 'streets')).toBe(true);
});

test('우리 지도에 남의 가게는 없다: 역만 점으로 남는다', () => {
  const base = onlineBase({ style: styleWith(['water', 'transportation', 'place', 'poi']), ...look });
  const places = base.layers.filter((layer) => 'source-layer' in layer && layer['source-layer'] === 'poi');
  expect(places.map(({ id }) => id)).toEqual(['station-names']);
});

test('다른 꼴의 지도는 가게만 빼고 그대로 쓴다', () => {
  const style = styleWith(['land', 'poi', 'roads']);
  const base = onlineBase({ style, ...look });
  expect(base.layers.map(({ id }) => id)).toEqual(['land', 'roads']);
  expect(base.glyphs).toBe(style.glyphs);
  expect(base.sprite).toBe(style.sprite);
});

afterEach(() => vi.unstubAllGlobals());

test('AbortSignal.any가 없는 브라우저에서도 지도를 가져오고, 그만두면 멈춘다', async () => {
  vi.stubGlobal('AbortSignal', Object.assign(Object.create(AbortSignal), { any: undefined }));
  const leaving = new AbortController();
  const asked: AbortSignal[] = [];
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    asked.push(signal);
    return Response.json(styleWith(['water']));
  });
  const request = { url: 'https://tiles.example/style', signal: leaving.signal };
  expect(await loadOnlineStyle(request)).toMatchObject({ version: 8 });
  expect(asked[0]?.aborted).toBe(false);
  const left = loadOnlineStyle(request);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(asked.at(-1)?.reason).toEqual(new Error('left'));
});

function styleWith(sourceLayers: string[]): StyleSpecification {
  return {
    version: 8,
    sources: { streets: tiles },
    sprite: 'https://tiles.example/sprite',
    glyphs: 'https://tiles.example/{fontstack}/{range}.pbf',
    layers: sourceLayers.map((id) => ({ id, type: 'line', source: 'streets', 'source-layer': id })),
  };
}
