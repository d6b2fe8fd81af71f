import { deletePrivatePlaces } from '#features/catalogue/server/catalogue.public.ts';
import { removePhotos } from '#features/photos/server/photos.public.ts';
import { photosKeyOf } from '#features/restaurants/restaurants.rules.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { purgeDeletedSavedRestaurants } from './restaurants.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'restaurants.purge_deleted': Record<string, never>;
  }
}

const BATCH = 1000;

/**
 * Purges saved restaurants that were deleted more than a day ago, with their photos and manual places. The purge works
 * in batches, to keep transactions short.
 */
export async function purgeDeletedRestaurants({
  database,
  jobs,
}: {
  database: Database;
  jobs: Jobs;
}): Promise<void> {
  let purged: number;
  do {
    purged = await database.transaction().execute(async (transaction) => {
      const links = await purgeDeletedSavedRestaurants(transaction, BATCH);
      await removePhotos(transaction, { jobs, purpose: 'review', usedBy: links.map(photosKeyOf) });
      await deletePrivatePlaces(
        transaction,
        links.map(({ restaurantId }) => restaurantId),
      );
      return links.length;
    });
  } while (purged === BATCH);
}
