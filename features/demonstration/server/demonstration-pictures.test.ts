import sharp from 'sharp';
import { expect, test } from 'vitest';
import { dishPhotos } from './demonstration-pictures.ts';

test('그림의 색은 SVG의 색과 같다', async () => {
  const of = [{ usedBy: 'review', categoryId: 'cafe', createdAt: new Date(0) }];
  const [photo] = await dishPhotos({ purpose: 'review', of });
  const corner = await sharp(photo?.encoded.files.large)
    .extract({ left: 4, top: 4, width: 1, height: 1 })
    .raw()
    .toBuffer();
  // The background of pictures/cafe.svg is #ffe9d2. WebP changes colours slightly.
  const differences = [0xff, 0xe9, 0xd2].map((colour, at) => Math.abs((corner[at] ?? 0) - colour));
  expect(Math.max(...differences)).toBeLessThan(8);
});
