import type { FastifyBaseLogger } from 'fastify';
import {
  getYearlyReview,
  getYearlyReviewImage,
  yearlyReviewProblems,
} from '#features/journal/yearly-review.contract.ts';
import { type Meal, spreadOut, yearlyReviewOf } from '#features/journal/yearly-review.rules.ts';
import {
  createPhotoStorage,
  photosUsedBy,
  type PhotoStorage,
} from '#features/photos/server/photos.public.ts';
import type { Connection } from '#server/database/database.ts';
import { storageUnavailable } from '#server/http/disk-reserve.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { COLLAGE_SIZES, renderYearlyReviewImage } from './yearly-review-image.ts';
import { selectCategoryNames, selectMeals, selectYears } from './yearly-review.sql.ts';

export const yearlyReviewRoutes: FeatureRoutes = (app, { database, settings }) => {
  const storage = createPhotoStorage(settings);

  app.route({
    ...getYearlyReview,
    handler: async (request) =>
      yearlyReviewOf(await readYear(database, { ...requireUser(request), ...request.params })),
  });

  app.route({
    ...getYearlyReviewImage,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const content = await readYear(database, { ...person, ...request.params });
      const yearlyReview = yearlyReviewOf(content);
      if (yearlyReview.entryCount === 0) throw problem(yearlyReviewProblems, 'journal.year_empty');
      const png = await renderYearlyReviewImage({
        photos: await readCollage({
          storage,
          photoIds: await readFirstPhotos(database, content.meals),
          log: request.log,
        }),
        yearlyReview,
        nickname: person.displayName,
        categoryNames: await selectCategoryNames(database),
        locale: localeOf(request),
      });
      reply.header('cache-control', 'private, no-cache').type('image/png');
      // The cast is needed, because the response schema is a string but the handler sends bytes.
      return reply.send(png as never);
    },
  });
};

/**
 * Reads photos from all over the year. A lost photo is logged, and the collage has fewer photos.
 * @throws service.storage_unavailable
 */
async function readCollage({
  storage,
  photoIds,
  log,
}: {
  storage: PhotoStorage;
  photoIds: readonly string[];
  log: FastifyBaseLogger;
}): Promise<Uint8Array[]> {
  const wanted = spreadOut(photoIds, collageSize(photoIds.length));
  const files = await Promise.all(
    wanted.map(async (photoId) => {
      const file = await storage
        .read({ photoId, purpose: 'journal', size: 'medium' })
        .catch((cause: unknown) => {
          throw Object.assign(storageUnavailable(), { cause });
        });
      if (typeof file !== 'string') return file;
      log.error({ event: 'photo.file_lost', photoId, file }, 'a photo has no file');
      return null;
    }),
  );
  const found = files.filter((file) => file !== null);
  return found.slice(0, collageSize(found.length));
}

const collageSize = (most: number): number => COLLAGE_SIZES.find((size) => size <= most) ?? 0;

async function readYear(connection: Connection, { userId, year }: { userId: string; year: number }) {
  const [years, meals] = await Promise.all([
    selectYears(connection, userId),
    selectMeals(connection, { userId, year }),
  ]);
  return { year, years, meals };
}

/** Returns the id of the first photo of each entry, in the order of the entries. */
async function readFirstPhotos(connection: Connection, meals: readonly Meal[]): Promise<string[]> {
  const entryIds = meals.map(({ entryId }) => entryId);
  const photos = await photosUsedBy(connection, { purpose: 'journal', usedBy: entryIds });
  return entryIds.flatMap((entryId) => photos.get(entryId)?.[0]?.id ?? []);
}
