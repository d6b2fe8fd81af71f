export const HIGHEST_RATING = 5;
const STEP = 0.5;

/** `position`: 1 to 5. */
export const starFill = ({ rating, position }: { rating: number; position: number }): 0 | 0.5 | 1 =>
  rating >= position ? 1 : rating >= position - 0.5 ? 0.5 : 0;

/** `share` from left to right; at least half a star. */
export const ratingAt = (share: number): number =>
  Math.min(HIGHEST_RATING, Math.max(STEP, Math.ceil(share * (HIGHEST_RATING / STEP)) * STEP));

/** undefined for other keys, and for ← and ↓ if there is no rating. */
export function ratingAfterKey({ key, rating }: { key: string; rating: number }): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(HIGHEST_RATING, rating + STEP);
  if (rating > 0 && (key === 'ArrowLeft' || key === 'ArrowDown')) return Math.max(STEP, rating - STEP);
  if (key === 'Home') return STEP;
  if (key === 'End') return HIGHEST_RATING;
  return undefined;
}
