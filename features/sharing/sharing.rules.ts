import { displayNameOf } from '#features/account/account.rules.ts';
import { FREE_RESTAURANT_LIMIT, type Tier } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SharedPlace, ShareSelection, ShareState, ShownFields } from './sharing.contract.ts';

/**
 * What becomes of somebody who opens a link now. An end passed is final for the visitor, so it is told before a
 * pause, which may end.
 * @param expiresAt milliseconds; null never
 * @param now milliseconds
 */
export function shareStateAt({
  isPaused,
  expiresAt,
  ownerTier,
  now,
}: {
  isPaused: boolean;
  expiresAt: number | null;
  ownerTier: Tier;
  now: number;
}): ShareState {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (ownerTier !== 'paid') return 'membership_over';
  return isPaused ? 'paused' : 'open';
}

/**
 * The places of an owner's list that a link shows, in the list's order. What the owner entered by hand stays theirs
 * alone until it is published, so no link shows it.
 */
export const selectedPlaces = ({
  selection,
  restaurants,
}: {
  selection: ShareSelection;
  restaurants: readonly MyRestaurant[];
}): MyRestaurant[] => {
  const fits = fitting(selection);
  return restaurants.filter((restaurant) => !restaurant.isHandEntered && fits(restaurant));
};

function fitting(selection: ShareSelection): (restaurant: MyRestaurant) => boolean {
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
 * What visitors of a link call its owner. A part of the e-mail address, which stands in for a missing nickname on the
 * owner's own screens, is nothing for strangers.
 */
export const ownerNameForVisitors = (nickname: string): string => displayNameOf({ nickname, email: '' });

/** A place as a visitor reads it, built field by field: what is not named here does not leave. */
export const asVisitorSees = ({
  restaurant,
  shows,
  openingSpans,
}: {
  restaurant: MyRestaurant;
  shows: ShownFields;
  openingSpans: SharedPlace['openingSpans'];
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
  openingSpans,
});

/**
 * Whether places of a shared list may be taken (specification, section 5). One place always may, for it takes none
 * of the free places; several at once may if a free member would still have no more than ten.
 * @param ownCount links of this member that count to the limit
 * @param asked how many places were chosen
 * @param adding how many of them the member does not have yet
 */
export function canTakeFromShare({
  tier,
  ownCount,
  asked,
  adding,
}: {
  tier: Tier;
  ownCount: number;
  asked: number;
  adding: number;
}): { allowed: true } | { allowed: false; limit: number } {
  const isRefused = tier === 'free' && asked > 1 && adding > 0 && ownCount + adding > FREE_RESTAURANT_LIMIT;
  return isRefused ? { allowed: false, limit: FREE_RESTAURANT_LIMIT } : { allowed: true };
}
