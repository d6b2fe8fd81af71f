import { FREE_RESTAURANT_LIMIT, type Tier } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SharedPlace, ShareSelection, ShareState, ShownFields } from './sharing.contract.ts';

/**
 * The state of a share link now. Expiry takes precedence over a pause, because a paused link may be reopened and an
 * expired link may not.
 * @param expiresAt milliseconds; null if the link never expires
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
  /** Whether the link shows a collection that is deleted. */
  isCollectionGone: boolean;
  now: number;
}): ShareState {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (isCollectionGone) return 'collection_deleted';
  if (ownerTier !== 'paid') return 'membership_over';
  return isPaused ? 'paused' : 'open';
}

/**
 * A selection from the owner's list. A collection can contain places outside the list, and only the server reads it.
 */
export type ListSelection = Exclude<ShareSelection, { of: 'collection' }>;

/**
 * The places of an owner's list that a link shows, in the list's order. Manual places are private until they are
 * published, so no link shows them.
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
 * The owner's name for visitors; null without a nickname. The part of the e-mail address that replaces a missing
 * nickname on the owner's own screens is not shown to others.
 */
export const ownerNameForVisitors = (nickname: string): string | null => nickname.trim() || null;

/** A place as a visitor sees it, built field by field: fields not listed here are not sent. */
export const visitorView = ({
  restaurant,
  shows,
  line = '',
}: {
  restaurant: MyRestaurant;
  shows: ShownFields;
  /** The line of a place in a collection. */
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
 * Whether places of a shared list may be taken over (specification, section 5). A single place is always allowed,
 * because it does not count towards the limit. A free member may take over several at once only if the used slots and
 * the new places together are at most ten.
 * @param usedSlots saved restaurants of this member that count towards the limit
 * @param asked number of selected places
 * @param adding number of selected places that the member does not have yet
 */
export function canTakeOverFromShare({
  tier,
  usedSlots,
  asked,
  adding,
}: {
  tier: Tier;
  usedSlots: number;
  asked: number;
  adding: number;
}): { allowed: true } | { allowed: false; limit: number } {
  const isRefused = tier === 'free' && asked > 1 && adding > 0 && usedSlots + adding > FREE_RESTAURANT_LIMIT;
  return isRefused ? { allowed: false, limit: FREE_RESTAURANT_LIMIT } : { allowed: true };
}
