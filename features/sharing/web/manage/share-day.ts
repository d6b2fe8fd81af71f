import { getLocale } from '#messages/runtime.js';

/** The day of a moment in milliseconds, where the owner of a link is. */
export const shareDay = (milliseconds: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium' }).format(milliseconds);
