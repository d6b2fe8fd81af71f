export const HIGHEST_RATING = 5;
const STEP = 0.5;

/** Returns the filled part of a star. `position` is the position of the star, from 1 to 5. */
export function starFill({ rating, position }: { rating: number; position: number }): 0 | 0.5 | 1 {
  if (rating >= position) return 1;
  return rating >= position - 0.5 ? 0.5 : 0;
}

/**
 * Returns the rating at a position in the row of stars. `share` is the position from left to right, from 0 to 1. The
 * result is at least half a star.
 */
export const ratingAt = (share: number): number =>
  Math.min(HIGHEST_RATING, Math.max(STEP, Math.ceil(share * (HIGHEST_RATING / STEP)) * STEP));

/** Returns the rating after a key press. Returns undefined for other keys, and for ← and ↓ if there is no rating. */
export function ratingAfterKey({ key, rating }: { key: string; rating: number }): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(HIGHEST_RATING, rating + STEP);
  if (rating > 0 && (key === 'ArrowLeft' || key === 'ArrowDown')) return Math.max(STEP, rating - STEP);
  if (key === 'Home') return STEP;
  if (key === 'End') return HIGHEST_RATING;
  return undefined;
}
