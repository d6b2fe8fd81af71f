/**
 * Handles the error of a file or folder that may be missing: returns the value. Throws every other error, because a
 * file that cannot be read is not a missing file.
 */
export const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
