import { getLocale } from '#messages/runtime.js';
import { formatNumber } from '#common/numbers.ts';

/** Formats a number in the app's language, not in the browser's language: `1,234`. */
export const numberOf = (value: number): string => formatNumber(value, getLocale());
