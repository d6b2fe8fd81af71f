import { getLocale } from '#messages/runtime.js';

/** Formats a time in milliseconds as date and time in the local time zone. */
export const formatDateTime = (at: number): string =>
  new Date(at).toLocaleString(getLocale(), { dateStyle: 'long', timeStyle: 'short' });
