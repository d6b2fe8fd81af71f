import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPng } from './drawing-process.ts';
import { type Drawing, line, lines, PAPER, rectangle } from './drawing.ts';

const SIZE = { width: 400, height: 200 };

/** Draws on white paper. Returns the part of the image that is not white, in pixels. */
async function inkOf(drawing: Drawing) {
  const png = await drawPng({
    ...SIZE,
    drawings: [rectangle({ x: 0, y: 0, ...SIZE, fill: PAPER }), drawing],
  });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  const [xs, ys] = [dark.map((at) => at % info.width), dark.map((at) => Math.floor(at / info.width))];
  return {
    pixels: dark.length,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

const at = { x: 20, y: 40, size: 40 };

test('글은 주어진 너비를 넘지 않고, 너비가 없으면 줄이지 않는다', async () => {
  const name = '하늘 아래 첫 국밥집';
  const [short, whole] = await Promise.all([inkOf(line(name, { ...at, width: 200 })), inkOf(line(name, at))]);
  expect(short.right).toBeLessThanOrEqual(220);
  expect(short.right).toBeGreaterThan(170);
  expect(whole.right).toBeGreaterThan(300);
});

test('글은 줄의 높이 안에 있고, 굵은 글은 더 굵다', async () => {
  const [thin, bold] = await Promise.all([
    inkOf(line('맛집', at)),
    inkOf(line('맛집', { ...at, isBold: true })),
  ]);
  for (const { left, top, bottom } of [thin, bold]) {
    expect(left).toBeGreaterThanOrEqual(20);
    expect(top).toBeGreaterThanOrEqual(40);
    expect(bottom).toBeLessThanOrEqual(88);
  }
  expect(bold.pixels).toBeGreaterThan(thin.pixels * 1.3);
});

test('여러 줄의 높이는 그려진 줄의 높이다', async () => {
  const title = lines('부모님과 가고 싶은 오래된 국밥집', { ...at, y: 0, width: 200, most: 3 });
  expect(title.height).toBe(3 * 48);
  const { right, bottom } = await inkOf(title.drawing);
  expect(right).toBeLessThanOrEqual(220);
  expect(bottom).toBeGreaterThan(2 * 48);
  expect(bottom).toBeLessThanOrEqual(3 * 48);
});

test('SVG의 부호와 금지된 글자가 있는 이름도 그린다', async () => {
  const strange = '<b>&"\u0000\u001b\ud800\uffff 국밥';
  const drawn = await inkOf(line(strange, at));
  expect(drawn.pixels).toBe((await inkOf(line('<b>&" 국밥', at))).pixels);
  expect(drawn.pixels).toBeGreaterThan((await inkOf(line('국밥', at))).pixels);
});

test('글꼴에 없는 이모지와 한자는 그리지 않는다', async () => {
  expect(await inkOf(line('국밥🍜食堂', at))).toEqual(await inkOf(line('국밥', at)));
  expect((await inkOf(line('🍜', at))).pixels).toBe(0);
});

test('사진은 제자리에 꽉 차게 그려진다', async () => {
  // The left half of the photo is red, the right half is blue. Its place shows the middle part, in which both are equal.
  const photo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: 150, height: 100, channels: 3, background: '#0000ff' } },
        left: 150,
        top: 0,
      },
    ])
    .webp({ lossless: true })
    .toBuffer();
  const png = await drawPng({
    ...SIZE,
    drawings: [rectangle({ x: 0, y: 0, ...SIZE, fill: PAPER })],
    photos: [{ bytes: photo, x: 100, y: 50, width: 100, height: 100 }],
  });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
  };
  expect([colourAt(105, 55), colourAt(145, 145), colourAt(155, 55), colourAt(195, 145)]).toEqual([
    '100',
    '100',
    '001',
    '001',
  ]);
  expect([colourAt(95, 100), colourAt(205, 100), colourAt(150, 45), colourAt(150, 155)]).toEqual(
    Array(4).fill('111'),
  );
});

test('읽을 수 없는 사진은 오류이고, 다음 그림은 그려진다', async () => {
  const photos = [{ bytes: Buffer.from('not a photo'), x: 0, y: 0, width: 10, height: 10 }];
  await expect(drawPng({ ...SIZE, drawings: [], photos })).rejects.toThrow('unsupported image format');
  expect((await inkOf(line('국밥', at))).pixels).toBeGreaterThan(0);
});
