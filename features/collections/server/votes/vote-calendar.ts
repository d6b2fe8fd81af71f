import ical, { ICalCalendarMethod } from 'ical-generator';
import { HOUR_MS, koreanMoment } from '#common/dates.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { bestPlace } from '#features/collections/votes.rules.ts';

/**
 * Returns a vote as a calendar event. The location is the place that is ranked first. Times are in UTC, because
 * calendar apps read times without a zone in different ways.
 */
export function voteCalendar({ vote, url }: { vote: Vote; url: string }): string {
  const place = bestPlace(vote);
  const day = Date.parse(vote.meetsOn);
  const start = vote.meetsAt === null ? day : koreanMoment({ day, time: vote.meetsAt });
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'momokzi', product: 'vote' },
  });
  calendar.createEvent({
    id: `vote-${vote.id}@momokzi`,
    summary: place ? `${vote.title} · ${place.name}` : vote.title,
    ...(place && { location: `${place.name}, ${place.address}` }),
    url,
    timezone: 'UTC',
    start: new Date(start),
    ...(vote.meetsAt === null ? { allDay: true } : { end: new Date(start + 2 * HOUR_MS) }),
  });
  return calendar.toString();
}
