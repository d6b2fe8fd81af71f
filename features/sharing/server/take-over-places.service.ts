import { takeOverFromShare } from '#features/restaurants/server/restaurants.public.ts';
import {
  sharingProblems,
  type SharedList,
  type ShareOrigin,
  type TakeOverResultOfShare,
} from '#features/sharing/sharing.contract.ts';
import { canTakeOverFromShare } from '#features/sharing/sharing.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { selectShareOrigin } from './list-shares.sql.ts';
import type { SharedLists } from './shared-lists.ts';

/**
 * Takes over the requested places that the shared list shows now. The response lists the requested places that the
 * shared list no longer shows.
 * @throws sharing.bulk_limit_reached
 */
export async function takeOverPlaces(
  transaction: Connection,
  { person, list, restaurantIds }: { person: Person; list: SharedList; restaurantIds: readonly string[] },
): Promise<TakeOverResultOfShare> {
  const shown = new Set(list.places.map(({ id }) => id));
  const asked = [...new Set(restaurantIds)];
  const taken = await takeOverFromShare(transaction, {
    person,
    sharedListId: list.id,
    restaurantIds: asked.filter((id) => shown.has(id)),
    assertMayTake: ({ adding, usedSlots }) => {
      const decision = canTakeOverFromShare({
        tier: person.tier,
        usedSlots,
        selectedCount: asked.length,
        newCount: adding.length,
      });
      if (decision.allowed) return;
      throw problem(sharingProblems, 'sharing.bulk_limit_reached', {
        limit: decision.limit,
        adding: adding.length,
      });
    },
  });
  return { ...taken, notShared: asked.filter((id) => !shown.has(id)) };
}

/** Returns the shared list from which a place was taken over. Returns null if a visitor cannot open the link now. */
export async function shareOriginOf({
  database,
  lists,
  person: { userId },
  restaurantId,
  now,
}: {
  database: Database;
  lists: SharedLists;
  person: Person;
  restaurantId: string;
  now: number;
}): Promise<ShareOrigin | null> {
  const id = await selectShareOrigin(database, { userId, restaurantId });
  if (id === null) return null;
  try {
    const { title, ownerName } = await lists.open(id, now);
    return { id, title, ownerName };
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
