/*
 * Checks of values that devices have stored. The values may have been stored by another version of the app. These
 * checks are used by code that runs before zod is loaded.
 */

export const isRecord = (stored: unknown): stored is Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored);
