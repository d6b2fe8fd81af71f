import { categoryExists } from '#features/catalogue/server/catalogue.public.ts';
import { restaurantLimit, type Tier } from '#features/membership/membership.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { InvalidRequest } from '#server/http/problem.ts';
import { countTowardsLimit, type LockedList } from './restaurants.sql.ts';

/** Returns the number of saved restaurants that count towards the limit. Returns 0 for a tier without a limit. */
export async function countUsedSlots(
  connection: Connection,
  { list, tier }: { list: LockedList; tier: Tier },
): Promise<number> {
  const limit = restaurantLimit(tier);
  return Number.isFinite(limit) ? countTowardsLimit(connection, list, limit) : 0;
}

/** @throws request.invalid if the category does not exist */
export async function rejectUnknownCategory(
  connection: Connection,
  categoryId: string | null | undefined,
): Promise<void> {
  if (categoryId == null || (await categoryExists(connection, categoryId))) return;
  throw new InvalidRequest([{ path: 'categoryId', code: 'restaurants.category_unknown' }]);
}
