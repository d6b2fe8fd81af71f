import { getLocale } from '#messages/runtime.js';

/** Formats a number in the app's language, regardless of the browser's: 1,234. */
export const numberOf = (value: number): string => value.toLocaleString(getLocale());
