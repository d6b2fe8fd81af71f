import ical, { ICalCalendarMethod } from 'ical-generator';
import { m } from '#messages';
import { HOUR_MS } from '#common/dates.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import type { Locale } from '#server/http/locale.ts';

/** The number of seconds after which calendar apps should read the calendar again. */
const REFRESH_SECONDS = 3600;

/**
 * Returns the journal as an iCalendar file. A meal with a time lasts one hour. The time has no time zone, because the
 * journal stores the local time of the place.
 * @param origin origin of the website; the links to the entries begin with it
 */
export function journalCalendar({
  entries,
  locale,
  origin,
}: {
  entries: readonly Omit<JournalEntrySummary, 'photos'>[];
  locale: Locale;
  origin: string;
}): string {
  const calendar = ical({
    name: m.journal_feed_name({}, { locale }),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'momokzi', product: 'journal' },
    ttl: REFRESH_SECONDS,
  });
  for (const {
    id,
    visitDate,
    visitTime,
    restaurantName,
    textStart,
    tagsWith,
    tagsOccasion,
    updatedAt,
  } of entries) {
    const [hours = 0, minutes = 0] = (visitTime ?? '').split(':').map(Number);
    const start = new Date(visitDate + (hours * 60 + minutes) * 60_000);
    calendar.createEvent({
      id: `${id}@momokzi`,
      summary: restaurantName,
      description: [textStart, [...tagsWith, ...tagsOccasion].map((tag) => `#${tag}`).join(' ')]
        .filter((line) => line !== '')
        .join('\n'),
      url: `${origin}/app/momokzi-journal/${id}`,
      stamp: new Date(updatedAt),
      timezone: 'UTC',
      ...(visitTime === null
        ? { start, allDay: true }
        : { start, end: new Date(start.getTime() + HOUR_MS), floating: true }),
    });
  }
  return calendar.toString();
}
