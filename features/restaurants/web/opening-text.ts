import { m } from '#messages';
import { CALENDAR, MINUTE_MS } from '#common/dates.ts';
import { knownSpans, openingToday } from '#features/places/open-now.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { dateOf } from '#web/date-of.ts';

type Place = Pick<MyRestaurant, 'openingSpans' | 'businessStatus'>;

/**
 * Returns today's opening hours as a text, and whether the place is open now. Returns null if the hours are unknown.
 * All times are in Seoul time.
 * @param now milliseconds
 * @example openingText(place, now) // { isOpen: true, text: '영업 중 · 21:00까지' }
 */
export function openingText(place: Place, now: number): { isOpen: boolean; text: string } | null {
  const spans = knownSpans(place);
  if (!spans) return null;
  const today = openingToday(spans, now);
  switch (today.state) {
    case 'open':
      return {
        isOpen: true,
        text:
          today.until === null
            ? m.restaurants_open_always()
            : m.restaurants_open_until({ time: clock(today.until) }),
      };
    case 'opens':
      return { isOpen: false, text: m.restaurants_opens_at({ time: clock(today.at) }) };
    case 'over':
      return { isOpen: false, text: m.restaurants_closed_now() };
    case 'off':
      return { isOpen: false, text: m.restaurants_closed_today() };
  }
}

/** Formats a minute of the day: 120 → `02:00`. */
const clock = (minute: number): string => dateOf(minute * MINUTE_MS, { zone: CALENDAR, as: 'time' });
