export const HIGHEST_RATING = 5;
const STEP = 0.5;

/** How much of the star at `position` (1 to 5) a rating fills. */
export const starFill = ({ rating, position }: { rating: number; position: number }): 0 | 0.5 | 1 =>
  rating >= position ? 1 : rating >= position - 0.5 ? 0.5 : 0;

/** The rating under a pointer, `share` of the way across the five stars; at least half a star. */
export const ratingAt = (share: number): number =>
  Math.min(HIGHEST_RATING, Math.max(STEP, Math.ceil(share * (HIGHEST_RATING / STEP)) * STEP));

/** The rating after a key of a slider; undefined for a key that is none, and for less than nothing. */
export function ratingAfterKey({ key, rating }: { key: string; rating: number }): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(HIGHEST_RATING, rating + STEP);
  if (rating > 0 && (key === 'ArrowLeft' || key === 'ArrowDown')) return Math.max(STEP, rating - STEP);
  if (key === 'Home') return STEP;
  if (key === 'End') return HIGHEST_RATING;
  return undefined;
}
