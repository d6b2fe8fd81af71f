import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import type { Reason } from '#features/restaurants/pick-today.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { distanceOf } from '#web/format/distance.ts';

/**
 * Returns the text of a reason. `about` contains the texts for `both_want` and `high_rating`. These texts can name
 * another person.
 */
export function reasonSentence(
  reason: Reason,
  about: { both: string; rating: (rating: string) => string },
): string {
  switch (reason.why) {
    case 'both_want':
      return about.both;
    case 'near':
      return m.today_why_near({ distance: distanceOf(reason.metres) });
    case 'open_now':
      return reason.closesAt === null
        ? m.today_why_always_open()
        : m.today_why_open({ time: dateOf(reason.closesAt, { zone: KOREA, as: 'time' }) });
    case 'closed_now':
      return m.today_why_closed();
    case 'high_rating':
      return about.rating(reason.rating.toFixed(1));
    case 'long_ago':
      return m.today_why_long_ago({ months: reason.months });
    case 'never_been':
      return m.today_why_never();
  }
}
