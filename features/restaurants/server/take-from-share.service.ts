import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { detachPhotos } from './saved-restaurant-photos.ts';
import { countUsedSlots } from './restaurants.checks.ts';
import {
  deleteSavedRestaurant,
  findOwnedRestaurant,
  insertSavedRestaurant,
  lockList,
  type OwnedRestaurant,
} from './restaurants.sql.ts';

/**
 * The places that would be added, the places that are already in the list, and the number of used slots. All values are
 * read while the list is locked.
 */
export type TakeOverCandidate = {
  adding: readonly string[];
  alreadySaved: readonly string[];
  usedSlots: number;
};

/**
 * Adds places of a shared list to a member's own list as 방문 예정. Each record stores the id of the share link and
 * therefore does not count towards the free limit. The caller must have checked that the share link shows the places.
 * @param assertMayTake called while the list is locked; throws if the places may not be added
 */
export async function takeOverFromShare(
  transaction: Connection,
  {
    person,
    sharedListId,
    restaurantIds,
    assertMayTake,
  }: {
    person: Person;
    sharedListId: string;
    restaurantIds: readonly string[];
    assertMayTake: (takeable: TakeOverCandidate) => void;
  },
): Promise<{ added: MyRestaurant[]; alreadySaved: string[]; listVersion: number }> {
  const list = await lockList(transaction, person.userId);
  const alreadySaved: string[] = [];
  const adding: { restaurantId: string; deleted: OwnedRestaurant | null }[] = [];
  for (const restaurantId of restaurantIds) {
    const link = await findOwnedRestaurant(transaction, list, restaurantId);
    if (link?.deletedAt === null) alreadySaved.push(restaurantId);
    else adding.push({ restaurantId, deleted: link });
  }
  assertMayTake({
    adding: adding.map(({ restaurantId }) => restaurantId),
    alreadySaved,
    usedSlots: await countUsedSlots(transaction, { list, tier: person.tier }),
  });

  await detachPhotos(transaction, {
    userId: list.userId,
    restaurantIds: adding.map(({ restaurantId }) => restaurantId),
  });
  const added: MyRestaurant[] = [];
  let listVersion = list.version;
  for (const { restaurantId, deleted } of adding) {
    if (deleted) await deleteSavedRestaurant(transaction, deleted);
    const written = await insertSavedRestaurant(transaction, list, {
      restaurantId,
      fields: EMPTY_SAVED_RESTAURANT,
      sharedListId,
    });
    added.push(written.restaurant);
    listVersion = written.listVersion;
  }
  return { added, alreadySaved, listVersion };
}
