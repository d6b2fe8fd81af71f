import {
  type Additions,
  additionsBetween,
  type Additive,
  withoutSource,
  withSource,
} from '#features/restaurants/another-source.rules.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { lockListWith, type OwnedRestaurant, selectVisit, writeSavedRestaurant } from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/** What another source added to a saved restaurant, with the values that an undo needs. */
export type StoredAddition = {
  restaurantId: string;
  counts: Additions;
  before: Additive;
  after: Additive;
  /** When the member had changed the restaurant before the addition, as PostgreSQL writes it. */
  modifiedBefore: string;
};

/**
 * Adds the values of another source to a saved restaurant.
 * @returns what was added; null if the restaurant is not in the list or nothing was added
 */
export async function addSource(
  transaction: Connection,
  { userId, restaurantId, source }: { userId: string; restaurantId: string; source: Additive },
): Promise<StoredAddition | null> {
  const { link } = await lockListWith(transaction, { userId, restaurantId });
  if (link?.deletedAt !== null) return null;
  const { visitedAt, modifiedAt } = await selectVisit(transaction, link);
  const before = { ...fieldsOf(link), visitedAt };
  const after = withSource(before, source);
  const counts = additionsBetween(before, after, source);
  if (counts === null) return null;
  await write(transaction, { link, after, modifiedAt: null });
  return {
    restaurantId,
    counts,
    before: additiveOf(before),
    after: additiveOf(after),
    modifiedBefore: modifiedAt,
  };
}

/** Removes what another source added. Values that the member has changed since then stay. */
export async function removeSource(
  transaction: Connection,
  { userId, added }: { userId: string; added: StoredAddition },
): Promise<void> {
  const { restaurantId, modifiedBefore } = added;
  const { link } = await lockListWith(transaction, { userId, restaurantId });
  if (link?.deletedAt !== null) return;
  const { visitedAt } = await selectVisit(transaction, link);
  const now = { ...fieldsOf(link), visitedAt };
  const after = withoutSource(now, added);
  const isUnchanged = additionsBetween(added.after, additiveOf(now), null) === null;
  await write(transaction, { link, after, modifiedAt: isUnchanged ? modifiedBefore : null });
}

/** @param modifiedAt when the member changed the restaurant; null means now */
async function write(
  transaction: Connection,
  {
    link,
    after,
    modifiedAt,
  }: {
    link: OwnedRestaurant;
    after: SavedRestaurantFields & { visitedAt: number | null };
    modifiedAt: string | null;
  },
): Promise<void> {
  await writeSavedRestaurant(transaction, link, { ...after, modifiedAt });
  const { list, restaurantId } = link;
  await announceChange(transaction, { userId: list.userId, restaurantId, before: link, after });
}

const fieldsOf = (link: OwnedRestaurant): SavedRestaurantFields => ({
  status: link.status,
  rating: link.rating,
  review: link.review,
  customTags: link.customTags,
  sourceKind: link.sourceKind,
  sourceMemo: link.sourceMemo,
  userCategoryOverrideId: link.userCategoryOverrideId,
  userPhotoFilenames: link.userPhotoFilenames,
  isShared: link.isShared,
  isAnonymous: link.isAnonymous,
});

const additiveOf = ({
  userPhotoFilenames: _,
  isAnonymous: __,
  ...additive
}: SavedRestaurantFields & { visitedAt: number | null }): Additive => additive;
