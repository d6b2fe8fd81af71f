import { v5 as uuidv5 } from 'uuid';
import type { PhotoPurpose } from '#features/photos/photos.contract.ts';
import type { EncodedPhoto, SeededPhoto } from '#features/photos/server/photos.public.ts';
import { DISHES, type Dish, describeDish } from './dishes.ts';
import type { Preparation } from './run-preparation.ts';

/** Numbers of photos of consecutive reviews or entries. After the last number, the list starts again. */
const COUNTS = [1, 3, 1, 0, 2, 1, 0] as const;
const EXTRA_PHOTOS = ['table', 'cafe', 'bakery'] as const satisfies readonly Dish[];

export type Illustrated = { usedBy: string; categoryId: string | null; createdAt: Date };

/** Creates the photos of dishes. */
export const dishPhotos = ({
  purpose,
  of,
  photos,
}: {
  purpose: PhotoPurpose;
  of: readonly Illustrated[];
  photos: Preparation['photos'];
}): SeededPhoto[] =>
  of.flatMap(({ usedBy, categoryId, createdAt }, nth) =>
    dishesOf(categoryId)
      .slice(0, COUNTS[nth % COUNTS.length])
      .map((dish, position) => ({
        // The id is the same on every attempt, so that a retry overwrites the files of a failed attempt.
        photoId: uuidv5(`momokzi demonstration ${purpose} ${nth} ${position}`, uuidv5.URL),
        usedBy,
        position,
        alt: describeDish(dish),
        createdAt,
        encoded: photos.get(dish) as EncodedPhoto,
      })),
  );

const dishesOf = (categoryId: string | null): Dish[] => {
  const main = DISHES.find((dish) => dish === categoryId) ?? 'table';
  return [main, ...EXTRA_PHOTOS.filter((dish) => dish !== main)];
};
