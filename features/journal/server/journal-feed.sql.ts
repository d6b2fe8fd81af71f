import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

export type StoredFeed = { id: string; createdAt: number };

export async function selectFeedOf(connection: Connection, userId: string): Promise<StoredFeed | null> {
  const feed = await connection
    .selectFrom('journal_feeds')
    .where('user_id', '=', userId)
    .select(({ ref }) => ['id', milliseconds(ref('created_at')).as('createdAt')])
    .executeTakeFirst();
  return feed ?? null;
}

/** Creates a feed. If the member already has a feed, that feed is kept, even if two requests run at the same time. */
export async function insertFeed(
  connection: Connection,
  { id, userId }: { id: string; userId: string },
): Promise<StoredFeed | null> {
  await connection
    .insertInto('journal_feeds')
    .values({ id, user_id: userId })
    .onConflict((feed) => feed.column('user_id').doNothing())
    .execute();
  return selectFeedOf(connection, userId);
}

export const deleteFeedOf = (connection: Connection, { userId }: { userId: string }) =>
  connection.deleteFrom('journal_feeds').where('user_id', '=', userId).execute();

/** Returns the owner of a feed. Returns undefined for an unknown feed. */
export const selectFeedOwner = (connection: Connection, feedId: string) =>
  connection
    .selectFrom('journal_feeds')
    .innerJoin('users', 'users.id', 'journal_feeds.user_id')
    .select(['users.id as userId', 'users.locale'])
    .where('journal_feeds.id', '=', feedId)
    .executeTakeFirst();
