import { deletePrivatePlaces } from '#features/catalogue/server/catalogue.public.ts';
import type { Database } from '#server/database/database.ts';
import { purgeHiddenLinks } from './restaurants.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'restaurants.purge_deleted': Record<string, never>;
  }
}

const BATCH = 1000;

/**
 * Ends what can be undone: removes links deleted more than a day ago, with the places that their members had
 * entered by hand. In batches, so that no transaction is long.
 */
export async function purgeDeletedRestaurants(database: Database): Promise<void> {
  let purged: number;
  do {
    purged = await database.transaction().execute(async (transaction) => {
      const restaurantIds = await purgeHiddenLinks(transaction, BATCH);
      await deletePrivatePlaces(transaction, restaurantIds);
      return restaurantIds.length;
    });
  } while (purged === BATCH);
}
