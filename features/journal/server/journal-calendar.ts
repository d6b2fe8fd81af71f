import ical, { ICalCalendarMethod } from 'ical-generator';
import { m } from '#messages';
import { HOUR_MS, koreanMoment } from '#common/dates.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import type { Locale } from '#server/http/locale.ts';

/** The number of seconds after which calendar apps should read the calendar again. */
const REFRESH_SECONDS = 3600;

/**
 * Returns the journal as an iCalendar file. A meal with a time lasts one hour. Times are in UTC, because Google Calendar
 * reads times without a zone in subscribed calendars as UTC.
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
    calendar.createEvent({
      id: `${id}@momokzi`,
      summary: restaurantName,
      description: [textStart, [...tagsWith, ...tagsOccasion].map((tag) => `#${tag}`).join(' ')]
        .filter((line) => line !== '')
        .join('\n'),
      url: `${origin}/app/momokzi-journal/${id}`,
      stamp: new Date(updatedAt),
      timezone: 'UTC',
      ...timesOf({ visitDate, visitTime }),
    });
  }
  return calendar.toString();
}

function timesOf({ visitDate, visitTime }: Pick<JournalEntrySummary, 'visitDate' | 'visitTime'>) {
  if (visitTime === null) return { start: new Date(visitDate), allDay: true };
  const start = koreanMoment({ day: visitDate, time: visitTime });
  return { start: new Date(start), end: new Date(start + HOUR_MS) };
}
