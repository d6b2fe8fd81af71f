import type { Photo } from '#features/photos/photos.contract.ts';
import { photosUsedBy } from '#features/photos/server/photos.public.ts';
import type { Connection } from '#server/database/database.ts';

export async function withPhotos<Review extends { photosKey: string }>(
  connection: Connection,
  reviews: readonly Review[],
): Promise<(Omit<Review, 'photosKey'> & { photos: Photo[] })[]> {
  const usedBy = reviews.map(({ photosKey }) => photosKey);
  const photos = await photosUsedBy(connection, { purpose: 'review', usedBy });
  return reviews.map(({ photosKey, ...review }) => ({ ...review, photos: photos.get(photosKey) ?? [] }));
}
