import { getLocale } from '#messages/runtime.js';

/** A number as it is written in the person's language, whatever the browser's is: 1,234. */
export const numberOf = (value: number): string => value.toLocaleString(getLocale());
