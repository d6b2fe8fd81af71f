/** The parts of a place that a public review consists of, and whether the review is public. */
export type Review = {
  review: string;
  rating: number | null;
  isShared?: boolean | undefined;
  isAnonymous?: boolean | undefined;
};

const isEmpty = ({ review, rating }: Review): boolean => review === '' && rating === null;

/**
 * Returns whether the joined review of two descriptions of one place is public. It is public only if each part is, so
 * that no private text becomes public. It is anonymous if one part is.
 */
export function joinedVisibility(a: Review, b: Review): { isShared: boolean; isAnonymous: boolean } {
  const isPrivate = (part: Review) => part.isShared !== true && !isEmpty(part);
  const isShared = (a.isShared === true || b.isShared === true) && !isPrivate(a) && !isPrivate(b);
  return { isShared, isAnonymous: isShared && (a.isAnonymous === true || b.isAnonymous === true) };
}
