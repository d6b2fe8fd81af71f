import { v5 as uuidv5 } from 'uuid';
import type { PhotoPurpose } from '#features/photos/photos.contract.ts';
import { encodePicture, type PastPhoto } from '#features/photos/server/photos.public.ts';
import { DISHES, type Dish, describeDish, drawDish } from './drawn-dishes.ts';

/** As wide as a photo is shown on a phone at twice its pixels. */
const WIDTH = 960;

/** How many photos the nth review or entry that may have some has. */
const COUNTS = [1, 3, 1, 0, 2, 1, 0] as const;
const BESIDE = ['table', 'cafe', 'bakery'] as const satisfies readonly Dish[];

/** A review or an entry, the category of its place, and when it was written. */
export type Illustrated = { usedBy: string; categoryId: string | null; createdAt: Date };

/** Draws each dish once, whoever shows it. */
export function createDishPhotos() {
  const drawn = new Map<Dish, ReturnType<typeof encodeDish>>();
  const encodedOf = (dish: Dish) => {
    const encoded = drawn.get(dish) ?? encodeDish(dish);
    drawn.set(dish, encoded);
    return encoded;
  };
  /** Photos for some of these: what they are of says the place's category. */
  return async ({
    purpose,
    of,
  }: {
    purpose: PhotoPurpose;
    of: readonly Illustrated[];
  }): Promise<PastPhoto[]> =>
    Promise.all(
      of.flatMap(({ usedBy, categoryId, createdAt }, nth) =>
        dishesOf(categoryId)
          .slice(0, COUNTS[nth % COUNTS.length])
          .map(async (dish, position) => ({
            // The same at every try: what one that failed has left in the storage is written over.
            photoId: uuidv5(`momokzi demonstration ${purpose} ${nth} ${position}`, uuidv5.URL),
            usedBy,
            position,
            alt: describeDish(dish),
            createdAt,
            encoded: await encodedOf(dish),
          })),
      ),
    );
}

/** What was eaten, then what stood beside it. */
const dishesOf = (categoryId: string | null): Dish[] => {
  const main = DISHES.find((dish) => dish === categoryId) ?? 'table';
  return [main, ...BESIDE.filter((dish) => dish !== main)];
};

async function encodeDish(dish: Dish) {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fitTo = { mode: 'width', value: WIDTH } as const;
  const image = await renderAsync(drawDish(dish), { fitTo, font: { loadSystemFonts: false } });
  return encodePicture(image.asPng());
}
