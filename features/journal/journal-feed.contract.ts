import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const journalFeedProblems = defineProblems({
  'journal.feed_not_found': 404,
});

/** The secret address of the journal feed. Anyone who knows the URL can read the feed. */
export const JournalFeed = z.object({
  url: z.string(),
  /** When the address was created, in milliseconds. */
  createdAt: z.number(),
});
export type JournalFeed = z.infer<typeof JournalFeed>;

const url = '/api/journal/feed';

export const getJournalFeed = endpoint({
  method: 'GET',
  url,
  access: 'member',
  schema: {
    summary: 'Get the calendar feed of my journal. Null if there is none.',
    response: { 200: z.object({ feed: JournalFeed.nullable() }) },
  },
  problems: [],
});

export const createJournalFeed = endpoint({
  method: 'PUT',
  url,
  access: 'member',
  schema: {
    summary:
      'Create a calendar feed of my journal at a secret URL. Returns the existing feed if there is one.',
    response: { 200: z.object({ feed: JournalFeed }) },
  },
  problems: [],
});

export const revokeJournalFeed = endpoint({
  method: 'DELETE',
  url,
  access: 'member',
  schema: {
    summary: 'Revoke the calendar feed of my journal. Idempotent.',
    response: { 200: z.object({ revoked: z.literal(true) }) },
  },
  problems: [],
});

export const openJournalFeed = endpoint({
  method: 'GET',
  url: '/api/calendars/:feedId/journal.ics',
  access: 'anyone',
  schema: {
    summary: 'Read a journal as an iCalendar file (RFC 5545). Supports If-None-Match.',
    params: z.object({ feedId: z.string().max(100) }),
    produces: ['text/calendar'],
    response: { 200: z.string() },
  },
  problems: ['journal.feed_not_found', 'request.too_many'],
});
