import { DEFAULT_CENTRE } from '#common/geo.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';
import type { Database } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { seedList } from './seed-list.ts';
import { isListEmpty, lockList, markExampleAdded } from './restaurants.sql.ts';

/** Maximum distance of the example from the centre of Seoul, in metres. */
const AROUND_SEOUL = 20_000;

/**
 * Adds one example restaurant to the empty list of a paid member, to show what a list looks like (specification,
 * section 4). A list gets an example only once. Therefore a deleted example does not return.
 * @returns the version of the list afterwards
 */
export async function addExampleRestaurant({
  database,
  maps,
  person: { userId, listVersion },
}: {
  database: Database;
  maps: PlacesProvider;
  person: Pick<Person, 'userId' | 'listVersion'>;
}): Promise<number> {
  if (!(await isListEmpty(database, userId))) return listVersion;
  const around = await maps.nearby({ centre: DEFAULT_CENTRE, radius: AROUND_SEOUL, limit: 20 });
  const example = around.find(({ isExample }) => isExample);
  const details = example ? await maps.details({ placeId: example.placeId }) : null;
  if (!details) return listVersion;
  return database.transaction().execute(async (transaction) => {
    const list = await lockList(transaction, userId);
    if (!(await markExampleAdded(transaction, list))) return list.version;
    await seedList(transaction, {
      userId,
      links: [{ details, fields: EMPTY_SAVED_RESTAURANT, linkedAt: new Date() }],
    });
    return (await lockList(transaction, userId)).version;
  });
}
