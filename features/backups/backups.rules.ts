/** Share of photo files that may be missing in addition to those that were missing in the last backup. */
const TOLERATED_SHARE = 0.01;

/**
 * Whether so many photo files are missing that the storage is probably not the right one, or has lost files. A backup
 * without them must not replace older backups.
 * @param missing number of files that are missing or damaged
 * @param expected number of files that the database refers to
 * @param before number of files that were missing in the last complete backup
 */
export const areTooManyMissing = ({
  missing,
  expected,
  before,
}: {
  missing: number;
  expected: number;
  before: number;
}): boolean => missing > 0 && (missing === expected || missing > before + expected * TOLERATED_SHARE);
