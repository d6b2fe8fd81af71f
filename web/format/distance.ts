import { formatDistance } from '#common/geo.ts';
import { getLocale } from '#messages/runtime.js';

/** Formats a distance in metres in the language of the page: 3.2km in Korean, 3.2 km in English. */
export const distanceOf = (metres: number): string => spaced(formatDistance(metres));

/** Puts a no-break space before the unit if the page is not in Korean. */
export const spaced = (distance: string): string =>
  getLocale() === 'ko' ? distance : distance.replace(/k?m$/, '\u00a0$&');
