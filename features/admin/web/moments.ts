import { getLocale } from '#messages/runtime.js';

/** Day and time of a moment in milliseconds, where the reader is. */
export const momentOf = (at: number): string =>
  new Date(at).toLocaleString(getLocale(), { dateStyle: 'long', timeStyle: 'short' });
