import { v5 as uuidv5 } from 'uuid';
import type { PhotoPurpose } from '#features/photos/photos.contract.ts';
import { encodePicture, type SeededPhoto } from '#features/photos/server/photos.public.ts';
import { DISHES, type Dish, describeDish, readDish } from './dishes.ts';

/** Width of a photo in pixels. It fits a phone with two device pixels per CSS pixel. */
const WIDTH = 960;

/** Numbers of photos of consecutive reviews or entries. After the last number, the list starts again. */
const COUNTS = [1, 3, 1, 0, 2, 1, 0] as const;
const EXTRA_PHOTOS = ['table', 'cafe', 'bakery'] as const satisfies readonly Dish[];

export type Illustrated = { usedBy: string; categoryId: string | null; createdAt: Date };

export const dishPhotos = async ({
  purpose,
  of,
}: {
  purpose: PhotoPurpose;
  of: readonly Illustrated[];
}): Promise<SeededPhoto[]> =>
  Promise.all(
    of.flatMap(({ usedBy, categoryId, createdAt }, nth) =>
      dishesOf(categoryId)
        .slice(0, COUNTS[nth % COUNTS.length])
        .map(async (dish, position) => ({
          // The id is the same on every attempt, so that a retry overwrites the files of a failed attempt.
          photoId: uuidv5(`momokzi demonstration ${purpose} ${nth} ${position}`, uuidv5.URL),
          usedBy,
          position,
          alt: describeDish(dish),
          createdAt,
          encoded: await encodedOf(dish),
        })),
    ),
  );

/** The encoded pictures, 1.5 MB. Each dish is rendered once per process and reused. */
const encoded = new Map<Dish, ReturnType<typeof encodeDish>>();

const encodedOf = (dish: Dish) => {
  const picture = encoded.get(dish) ?? encodeDish(dish);
  encoded.set(dish, picture);
  return picture;
};

const dishesOf = (categoryId: string | null): Dish[] => {
  const main = DISHES.find((dish) => dish === categoryId) ?? 'table';
  return [main, ...EXTRA_PHOTOS.filter((dish) => dish !== main)];
};

async function encodeDish(dish: Dish) {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fitTo = { mode: 'width', value: WIDTH } as const;
  const image = await renderAsync(await readDish(dish), { fitTo, font: { loadSystemFonts: false } });
  return encodePicture(image);
}
