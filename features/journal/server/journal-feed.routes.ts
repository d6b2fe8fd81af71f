import { randomBytes } from 'node:crypto';
import {
  createJournalFeed,
  getJournalFeed,
  type JournalFeed,
  journalFeedProblems,
  openJournalFeed,
  revokeJournalFeed,
} from '#features/journal/journal-feed.contract.ts';
import { documentETag, matchesETag, notModified } from '#server/http/document-version.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { journalCalendar } from './journal-calendar.ts';
import {
  deleteFeedOf,
  insertFeed,
  selectFeedOf,
  selectFeedOwner,
  type StoredFeed,
} from './journal-feed.sql.ts';
import { selectJournalEntries, selectJournalVersion } from './journal.sql.ts';

export const journalFeedRoutes: FeatureRoutes = (app, { database, settings, personalData }) => {
  personalData.declare({
    table: 'journal_feeds',
    column: 'user_id',
    onDeletion: 'deleted',
    revoke: deleteFeedOf,
  });
  const origin = settings.BASE_URL;
  const shown = ({ id, createdAt }: StoredFeed): JournalFeed => ({
    url: `${origin}/api/calendars/${id}/journal.ics`,
    createdAt,
  });
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'journal.feed_not_found' });

  app.route({
    ...getJournalFeed,
    handler: async (request) => {
      const feed = await selectFeedOf(database, requireUser(request).userId);
      return { feed: feed && shown(feed) };
    },
  });

  app.route({
    ...createJournalFeed,
    handler: async (request) => {
      const { userId } = requireUser(request);
      // The address contains 192 random bits, so that it cannot be guessed.
      const feed = await insertFeed(database, { id: randomBytes(24).toString('base64url'), userId });
      if (!feed) throw problem(journalFeedProblems, 'journal.feed_not_found');
      return { feed: shown(feed) };
    },
  });

  app.route({
    ...revokeJournalFeed,
    handler: async (request) => {
      await deleteFeedOf(database, requireUser(request));
      return { revoked: true as const };
    },
  });

  app.route({
    ...openJournalFeed,
    handler: async (request, reply) => {
      const { userId, locale } = await withUnknownIdLimit(request, () => ownerOf(request.params.feedId));
      const version = await selectJournalVersion(database, userId);
      const tag = documentETag({ reader: userId, version });
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      const entries = await selectJournalEntries(database, userId);
      reply.type('text/calendar; charset=utf-8');
      return reply.send(journalCalendar({ entries, locale, origin }));
    },
  });

  async function ownerOf(feedId: string) {
    const owner = await selectFeedOwner(database, feedId);
    if (!owner) throw problem(journalFeedProblems, 'journal.feed_not_found');
    return owner;
  }
};
