import { FREE_RESTAURANT_LIMIT, type Tier } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SharedPlace, ShareSelection, ShareState, ShownFields } from './sharing.contract.ts';

/**
 * Returns the state of a link. If a link is both paused and expired, its state is `expired`, because resuming the link
 * would not open it.
 * @param expiresAt milliseconds; null: the link does not expire
 * @param now milliseconds
 */
export function shareStateAt({
  isPaused,
  expiresAt,
  ownerTier,
  isCollectionGone,
  now,
}: {
  isPaused: boolean;
  expiresAt: number | null;
  ownerTier: Tier;
  isCollectionGone: boolean;
  now: number;
}): ShareState {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (isCollectionGone) return 'collection_deleted';
  if (ownerTier !== 'paid') return 'membership_over';
  return isPaused ? 'paused' : 'open';
}

/**
 * A selection of places of the list. A collection is not such a selection, because it can contain places outside the
 * list, and because only the server reads its places.
 */
export type ListSelection = Exclude<ShareSelection, { of: 'collection' }>;

/**
 * Returns the selected places in the order of the list. Manual places are left out, because they are private until they
 * are published.
 */
export const selectedPlaces = ({
  selection,
  restaurants,
}: {
  selection: ListSelection;
  restaurants: readonly MyRestaurant[];
}): MyRestaurant[] => {
  const fits = fitting(selection);
  return restaurants.filter((restaurant) => !restaurant.isManual && fits(restaurant));
};

function fitting(selection: ListSelection): (restaurant: MyRestaurant) => boolean {
  if (selection.of === 'all') return () => true;
  if (selection.of === 'picked') {
    const picked = new Set(selection.restaurantIds);
    return ({ id }) => picked.has(id);
  }
  const { status, categoryIds, tags } = selection;
  return (restaurant) =>
    (status === null || restaurant.status === status) &&
    (categoryIds.length === 0 || categoryIds.includes(restaurant.categoryId ?? '')) &&
    (tags.length === 0 || restaurant.customTags.some((tag) => tags.includes(tag)));
}

/**
 * Returns the nickname that visitors see. Returns null if there is no nickname. Part of the e-mail address is shown in
 * place of a nickname only on the owner's own screens.
 */
export const ownerNameForVisitors = (nickname: string): string | null => nickname.trim() || null;

/** Returns a place as visitors see it. The result is built field by field, so that no other fields are sent. */
export const visitorView = ({
  restaurant,
  shows,
  line = '',
}: {
  restaurant: MyRestaurant;
  shows: ShownFields;
  /** The line of the place in a collection. */
  line?: string;
}): SharedPlace => ({
  id: restaurant.id,
  name: restaurant.name,
  address: restaurant.address,
  coordinates: restaurant.coordinates,
  phoneNumber: restaurant.phoneNumber,
  categoryId: restaurant.categoryId,
  isExample: restaurant.isExample,
  businessStatus: restaurant.businessStatus,
  status: restaurant.status,
  linkedAt: restaurant.linkedAt,
  rating: shows.ratings ? restaurant.rating : null,
  review: shows.reviews ? restaurant.review : '',
  customTags: shows.memos ? restaurant.customTags : [],
  sourceKind: shows.memos ? restaurant.sourceKind : null,
  sourceMemo: shows.memos ? restaurant.sourceMemo : '',
  openingSpans: restaurant.openingSpans,
  line: shows.memos ? line : '',
  photoId: (shows.photos && restaurant.userPhotoFilenames[0]) || null,
});

/**
 * Decides whether a member may take over places. A single place can always be taken over, because it does not count
 * towards the limit (specification, section 5). A free member may take over several places only if the used slots and
 * the new places together are at most ten.
 * @param usedSlots number of saved restaurants of the member that count towards the limit
 * @param selectedCount number of selected places
 * @param newCount number of selected places that the member does not have yet
 */
export function canTakeOverFromShare({
  tier,
  usedSlots,
  selectedCount,
  newCount,
}: {
  tier: Tier;
  usedSlots: number;
  selectedCount: number;
  newCount: number;
}): { allowed: true } | { allowed: false; limit: number } {
  const isRefused =
    tier === 'free' && selectedCount > 1 && newCount > 0 && usedSlots + newCount > FREE_RESTAURANT_LIMIT;
  return isRefused ? { allowed: false, limit: FREE_RESTAURANT_LIMIT } : { allowed: true };
}
