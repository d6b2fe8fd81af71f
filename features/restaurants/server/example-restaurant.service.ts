import { DEFAULT_CENTRE } from '#common/geo.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';
import type { Database } from '#server/database/database.ts';
import { seedList } from './seed-list.ts';
import { hasExampleAdded, lockList, markExampleAdded } from './restaurants.sql.ts';

/** Maximum distance of the example from the centre of Seoul, in metres. */
const AROUND_SEOUL = 20_000;

/**
 * Adds one example restaurant to an empty list, so that a new paid member sees what a list looks like (specification,
 * section 4). A list gets an example only once, so that a deleted example does not return.
 * @returns whether the example was added
 */
export async function addExampleRestaurant({
  database,
  maps,
  userId,
}: {
  database: Database;
  maps: PlacesProvider;
  userId: string;
}): Promise<boolean> {
  if (await hasExampleAdded(database, userId)) return false;
  const around = await maps.nearby({ centre: DEFAULT_CENTRE, radius: AROUND_SEOUL, limit: 20 });
  const example = around.find(({ isExample }) => isExample);
  const details = example ? await maps.details({ placeId: example.placeId }) : null;
  if (!details) return false;
  return database.transaction().execute(async (transaction) => {
    const list = await lockList(transaction, userId);
    if (!(await markExampleAdded(transaction, list))) return false;
    await seedList(transaction, {
      userId,
      links: [{ details, fields: EMPTY_SAVED_RESTAURANT, linkedAt: new Date() }],
    });
    return true;
  });
}
