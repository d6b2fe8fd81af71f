import ical, { ICalCalendarMethod } from 'ical-generator';
import { HOUR_MS } from '#common/dates.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { rankPlaces } from '#features/collections/votes.rules.ts';

/**
 * Returns a vote as a calendar event. The location is the place that is ranked first. The time has no time zone,
 * because it is the local time of the place.
 */
export function voteCalendar({ vote, url }: { vote: Vote; url: string }): string {
  const [first] = vote.voters.length === 0 ? [] : rankPlaces(vote);
  const [hours = 0, minutes = 0] = (vote.meetsAt ?? '').split(':').map(Number);
  const start = new Date(Date.parse(vote.meetsOn) + (hours * 60 + minutes) * 60_000);
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'momokzi', product: 'vote' },
  });
  calendar.createEvent({
    id: `vote-${vote.id}@momokzi`,
    summary: first ? `${vote.title} · ${first.place.name}` : vote.title,
    ...(first && { location: `${first.place.name}, ${first.place.address}` }),
    url,
    timezone: 'UTC',
    ...(vote.meetsAt === null
      ? { start, allDay: true }
      : { start, end: new Date(start.getTime() + 2 * HOUR_MS), floating: true }),
  });
  return calendar.toString();
}
