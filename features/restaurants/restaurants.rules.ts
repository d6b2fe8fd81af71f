import { sourceLine } from '#features/catalogue/catalogue.rules.ts';
import type { ProvidedNote, ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';
import type {
  MyRestaurant,
  RestaurantChanges,
  RestaurantStatus,
  SourceKind,
} from './restaurants.contract.ts';
import { restaurantLimit, type Tier } from '#features/membership/membership.rules.ts';

/** How long a deleted link can be brought back, in milliseconds; afterwards it is purged. */
export const UNDO_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The part of a link that decisions are made on. Times in milliseconds. */
export type LinkState = {
  linkedAt: number;
  /** When it was taken off the list; null while it is on it. */
  deletedAt: number | null;
  /** The shared list it came from; null for one the member added. */
  sharedListId: string | null;
};

/**
 * Whether a link takes one of a free member's places: it is on the list and the member added it (directly, by hand
 * or from the provided restaurants), it does not come from a shared list.
 */
export const countsToLimit = (link: Pick<LinkState, 'deletedAt' | 'sharedListId'>): boolean =>
  link.deletedAt === null && link.sharedListId === null;

export type AddDecision =
  | { allowed: true }
  | { allowed: false; reason: 'already_added'; linkedAt: number }
  | { allowed: false; reason: 'limit_reached'; limit: number };

/**
 * Whether a member may add a place. A duplicate is told before a reached limit: the way out of it costs nothing.
 * @param ownCount links of this member that count to the limit
 * @param existing the member's link to the same place, deleted or not; null if there is none
 */
export function canAdd({
  tier,
  ownCount,
  existing,
}: {
  tier: Tier;
  ownCount: number;
  existing: Pick<LinkState, 'linkedAt' | 'deletedAt'> | null;
}): AddDecision {
  if (existing?.deletedAt === null) {
    return { allowed: false, reason: 'already_added', linkedAt: existing.linkedAt };
  }
  return withinLimit({ tier, ownCount });
}

export type TakeOverDecision =
  | { allowed: true }
  | { allowed: false; reason: 'already_in_list' }
  | { allowed: false; reason: 'limit_reached'; limit: number }
  | { allowed: false; reason: 'bulk_limit_exceeded'; limit: number; count: number };

/**
 * Whether a member may take over places, all at once or none.
 * @param ownCount links of this member that count to the limit
 * @param newCount how many of the places are not on the list yet
 * @param askedCount how many places were asked for
 */
export function canTakeOver({
  tier,
  ownCount,
  newCount,
  askedCount,
}: {
  tier: Tier;
  ownCount: number;
  newCount: number;
  askedCount: number;
}): TakeOverDecision {
  if (newCount === 0) return { allowed: false, reason: 'already_in_list' };
  const limit = restaurantLimit(tier);
  if (ownCount + newCount <= limit) return { allowed: true };
  return askedCount === 1
    ? { allowed: false, reason: 'limit_reached', limit }
    : { allowed: false, reason: 'bulk_limit_exceeded', limit, count: newCount };
}

/** What a member's own note calls a kind of source. */
export const linkSourceKind = (kind: ProvidedSourceKind | undefined): SourceKind | null =>
  kind === undefined ? null : kind === 'tv' || kind === 'web' ? 'tv' : 'magazine';

/** A link made of a provided place: what the admin said of it becomes the member's own, to keep and to change. */
export function linkFromProvided({
  note,
  status,
}: {
  note: ProvidedNote;
  status: RestaurantStatus;
}): LinkFields {
  return {
    ...BLANK_LINK,
    status,
    customTags: note.tags,
    sourceKind: linkSourceKind(note.sources[0]?.kind),
    sourceMemo: sourceLine(note),
  };
}

export type RestoreDecision =
  | { allowed: true }
  | { allowed: false; reason: 'too_late' }
  | { allowed: false; reason: 'limit_reached'; limit: number };

/**
 * Whether a deletion can be undone: within a day, and not past the limit, which somebody may have filled since.
 * A link from a shared list takes no place, so it always fits.
 * @param link a deleted link
 * @param ownCount links of this member that count to the limit now
 * @param now milliseconds
 */
export function canRestore({
  tier,
  ownCount,
  link,
  now,
}: {
  tier: Tier;
  ownCount: number;
  link: Pick<LinkState, 'deletedAt' | 'sharedListId'>;
  now: number;
}): RestoreDecision {
  if (link.deletedAt !== null && now - link.deletedAt > UNDO_MILLISECONDS) {
    return { allowed: false, reason: 'too_late' };
  }
  if (!countsToLimit({ ...link, deletedAt: null })) return { allowed: true };
  return withinLimit({ tier, ownCount });
}

/** Whether a place taken from a shared list may become the member's own: then it counts to the limit. */
export const canConvert = (now: { tier: Tier; ownCount: number }) => withinLimit(now);

/** The category a place is shown under: the member's own choice, else the catalogue's; null reads 미분류. */
export const categoryInForce = ({
  userCategoryOverrideId,
  categoryId,
}: {
  userCategoryOverrideId: string | null;
  categoryId: string | null;
}): string | null => userCategoryOverrideId ?? categoryId;

/** Under what the photos of a link are attached (features/photos). */
export const photosKeyOf = ({ userId, restaurantId }: { userId: string; restaurantId: string }): string =>
  `${userId}:${restaurantId}`;

/** What a member says about a place. */
export type LinkFields = Pick<
  MyRestaurant,
  | 'status'
  | 'rating'
  | 'review'
  | 'customTags'
  | 'sourceKind'
  | 'sourceMemo'
  | 'userCategoryOverrideId'
  | 'userPhotoFilenames'
  | 'isShared'
  | 'isAnonymous'
>;

/** A link of which nothing has been said yet. */
export const BLANK_LINK: LinkFields = {
  status: '방문 예정',
  rating: null,
  review: '',
  customTags: [],
  sourceKind: null,
  sourceMemo: '',
  userCategoryOverrideId: null,
  userPhotoFilenames: [],
  isShared: false,
  isAnonymous: false,
};

/** The link after a change: a field that was left out stays, null empties it. */
export const applyChanges = ({
  before,
  changes,
}: {
  before: LinkFields;
  changes: RestaurantChanges;
}): LinkFields => ({
  status: changes.status ?? before.status,
  rating: changes.rating === undefined ? before.rating : changes.rating,
  review: changes.review ?? before.review,
  customTags: changes.customTags ?? before.customTags,
  sourceKind: changes.sourceKind === undefined ? before.sourceKind : changes.sourceKind,
  sourceMemo: changes.sourceMemo ?? before.sourceMemo,
  userCategoryOverrideId:
    changes.categoryId === undefined ? before.userCategoryOverrideId : changes.categoryId,
  userPhotoFilenames: changes.userPhotoFilenames ?? before.userPhotoFilenames,
  isShared: changes.isShared ?? before.isShared,
  isAnonymous: changes.isAnonymous ?? before.isAnonymous,
});

function withinLimit({ tier, ownCount }: { tier: Tier; ownCount: number }) {
  const limit = restaurantLimit(tier);
  return ownCount < limit
    ? ({ allowed: true } as const)
    : ({ allowed: false, reason: 'limit_reached', limit } as const);
}
