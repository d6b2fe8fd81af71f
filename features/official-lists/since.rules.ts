/** Years after which the year of the licence is worth showing. */
const OLD_AFTER_YEARS = 20;

/**
 * Returns the year of the licence of an old place; null if the place is not old or its number has no year. The third part of
 * a licence number is the year in which it was granted.
 * @example sinceYear('kr:3010000:3010000-101-1978-00123', { year: 2026 }) // 1978
 */
export function sinceYear(placeId: string, { year: thisYear }: { year: number }): number | null {
  const [, written] = /^kr:[^:]+:[^:-]+-\d{3}-(\d{4})-\d+$/.exec(placeId) ?? [];
  const year = Number(written);
  return 1900 <= year && year <= thisYear - OLD_AFTER_YEARS ? year : null;
}
