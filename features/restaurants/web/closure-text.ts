import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import { CALENDAR } from '#common/dates.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { dateOf } from '#web/date-of.ts';

/**
 * Says that a place has closed; null if it has not. Only the licence register gives the day. Without a day, the closure
 * is uncertain. Screens that visitors see do not use this text, because the register can be wrong about one place.
 */
export function closureText({
  businessStatus,
  closedOn,
}: Pick<MyRestaurant, 'businessStatus' | 'closedOn'>): string | null {
  if (businessStatus !== 'closed_permanently') return null;
  return closedOn === null ? m.restaurants_closed() : m.restaurants_closed_on({ day: closureDay(closedOn) });
}

/** @param closedOn a day such as 2026-11-20 */
export const closureDay = (closedOn: string): string =>
  getLocale() === 'en'
    ? dateOf(Date.parse(closedOn), { zone: CALENDAR, as: 'shortDate' })
    : closedOn.replaceAll('-', '.');

/** Whether the register reports the closure of a saved place, and the member has not decided to keep the place. */
export const isUndecidedClosure = ({
  businessStatus,
  closedOn,
  keptClosedOn,
}: Pick<MyRestaurant, 'businessStatus' | 'closedOn' | 'keptClosedOn'>): boolean =>
  businessStatus === 'closed_permanently' && closedOn !== null && closedOn !== keptClosedOn;
