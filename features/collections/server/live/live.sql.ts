import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

export type StreamKey = { sessionId: string; collectionId: string };

const allowedStreams = statement(
  'collections_allowed_streams',
  (_, given: { sessionIds: readonly string[]; collectionIds: readonly string[] }) => sql<
    StreamKey & { version: number }
  >`
    select sessions.id as "sessionId", collection.id as "collectionId", collection.version
    from unnest(${given.sessionIds}::text[], ${given.collectionIds}::text[])
      as stream (session_id, collection_id)
    join sessions on sessions.id = stream.session_id and sessions.expires_at > now()
    join collections as collection on collection.id = stream.collection_id and collection.deleted_at is null
    where collection.owner_id = sessions.user_id or exists (
      select from collection_members as joined
      where joined.collection_id = collection.id and joined.user_id = sessions.user_id
    )`,
);

export const selectAllowedStreams = (
  connection: Connection,
  streams: readonly StreamKey[],
): Promise<(StreamKey & { version: number })[]> =>
  allowedStreams(connection, {
    sessionIds: streams.map(({ sessionId }) => sessionId),
    collectionIds: streams.map(({ collectionId }) => collectionId),
  });
