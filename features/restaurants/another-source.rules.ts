import { cut } from '#common/cut.ts';
import { VISITED } from '#common/visit-status.ts';
import { SOURCE_MEMO_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { type MyRestaurant, REVIEW_MAXIMUM } from './restaurants.contract.ts';

/** The values of a saved restaurant to which another source adds. `visitedAt` is in milliseconds; null if unknown. */
export type Additive = Pick<
  MyRestaurant,
  | 'rating'
  | 'review'
  | 'customTags'
  | 'sourceKind'
  | 'sourceMemo'
  | 'userCategoryOverrideId'
  | 'visitedAt'
  | 'isShared'
> & { status: MyRestaurant['status'] | null };

/** Number of values of each kind that another source added. */
export type Additions = Record<(typeof ADDED_KINDS)[number], number> & {
  /** Number of values of the source for which there was no room. */
  leftOut: number;
};
export const ADDED_KINDS = ['tags', 'ratings', 'reviews', 'memos', 'visits', 'categories'] as const;

/**
 * Returns the values after another source was added. The source fills empty values. Tags are joined, and notes and
 * reviews are both kept. The status changes only to 방문 완료. A review that other members read is not changed; the review
 * of the source then goes into the source memo. `leftOutCount` counts what does not fit.
 */
export function withSource<Before extends Additive>(before: Before, source: Additive): Before {
  const notes = before.isShared ? [source.sourceMemo, source.review] : [source.sourceMemo];
  let review = before.isShared ? before.review : below(before.review, source.review);
  let memo = before.sourceMemo;
  for (const note of notes) {
    if (contains({ review, sourceMemo: memo }, note)) continue;
    const joined = memo === '' ? oneLine(note) : `${memo} · ${oneLine(note)}`;
    if (joined.length <= SOURCE_MEMO_MAXIMUM) memo = joined;
    else if (!before.isShared) review = below(review, note);
  }
  const status = source.status === VISITED ? source.status : (before.status ?? source.status);
  return {
    ...before,
    status,
    rating: before.rating ?? (before.isShared ? null : source.rating),
    review,
    customTags: [...new Set([...before.customTags, ...source.customTags])].slice(0, TAGS_MAXIMUM),
    sourceKind: before.sourceKind ?? source.sourceKind,
    sourceMemo: memo,
    userCategoryOverrideId: before.userCategoryOverrideId ?? source.userCategoryOverrideId,
    visitedAt: status === VISITED ? (before.visitedAt ?? source.visitedAt) : null,
  };
}

/** Returns both texts, the second below the first. A text that the first contains is left out. */
function below(first: string, second: string): string {
  if (first.includes(second)) return first;
  return cut(first === '' ? second : `${first}\n${second}`, REVIEW_MAXIMUM);
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

const contains = ({ review, sourceMemo }: Pick<Additive, 'review' | 'sourceMemo'>, text: string): boolean =>
  review.includes(text) || sourceMemo.includes(oneLine(text));

/** Counts the tags, texts and ratings of a source that a restaurant does not contain after the source was added. */
export function leftOutCount(after: Additive, source: Additive): number {
  const tags = source.customTags.filter((tag) => !after.customTags.includes(tag)).length;
  const texts = [source.review, source.sourceMemo].filter((text) => !contains(after, text)).length;
  const ratings = source.rating !== null && after.rating === null ? 1 : 0;
  return tags + texts + ratings;
}

/**
 * Counts what was added. Returns null if nothing was added.
 * @param source the source whose values were added; null if the values may have changed for another reason
 */
export function additionsBetween(
  before: Additive,
  after: Additive,
  source: Additive | null,
): Additions | null {
  const isNew = (field: keyof Additive) => (before[field] === after[field] ? 0 : 1);
  const additions = {
    tags: after.customTags.length - before.customTags.length,
    ratings: isNew('rating'),
    reviews: isNew('review'),
    memos: Math.max(isNew('sourceMemo'), isNew('sourceKind')),
    visits: Math.max(isNew('status'), isNew('visitedAt')),
    categories: isNew('userCategoryOverrideId'),
  };
  const leftOut = source === null ? 0 : leftOutCount(after, source);
  return Object.values(additions).some((count) => count > 0) ? { ...additions, leftOut } : null;
}

/**
 * Returns the values after an undo of an addition. A value that was changed after the addition stays. Only the added
 * tags are removed.
 */
export function withoutSource<Now extends Additive>(
  now: Now,
  { before, after }: { before: Additive; after: Additive },
): Now {
  const addedTags = after.customTags.filter((tag) => !before.customTags.includes(tag));
  const restored = <Field extends keyof Additive>(field: Field): Additive[Field] =>
    now[field] === after[field] ? before[field] : now[field];
  const status = restored('status');
  return {
    ...now,
    status,
    rating: restored('rating'),
    review: restored('review'),
    customTags: now.customTags.filter((tag) => !addedTags.includes(tag)),
    sourceKind: restored('sourceKind'),
    sourceMemo: restored('sourceMemo'),
    userCategoryOverrideId: restored('userCategoryOverrideId'),
    visitedAt: status === VISITED ? restored('visitedAt') : null,
  };
}
