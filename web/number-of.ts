import { getLocale } from '#messages/runtime.js';
import { formatNumber } from '#common/numbers.ts';

/** Uses the app's language, not the browser's: 1,234. */
export const numberOf = (value: number): string => formatNumber(value, getLocale());
