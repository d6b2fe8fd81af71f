import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

export type StreamKey = { sessionId: string; collectionId: string };

export async function selectAllowedStreams(
  connection: Connection,
  streams: readonly StreamKey[],
): Promise<(StreamKey & { version: number })[]> {
  const { rows } = await sql<StreamKey & { version: number }>`
    select sessions.id as "sessionId", collection.id as "collectionId", collection.version
    from unnest(
      ${streams.map(({ sessionId }) => sessionId)}::text[], ${streams.map(({ collectionId }) => collectionId)}::text[]
    ) as stream (session_id, collection_id)
    join sessions on sessions.id = stream.session_id and sessions.expires_at > now()
    join collections as collection on collection.id = stream.collection_id and collection.deleted_at is null
    where collection.owner_id = sessions.user_id or exists (
      select from collection_members as joined
      where joined.collection_id = collection.id and joined.user_id = sessions.user_id
    )
  `.execute(connection);
  return rows;
}
