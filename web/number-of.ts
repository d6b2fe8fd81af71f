import { getLocale } from '#messages/runtime.js';
import { formatNumber } from '#common/numbers.ts';

/** Formats a number in the app's language, regardless of the browser's: 1,234. */
export const numberOf = (value: number): string => formatNumber(value, getLocale());
