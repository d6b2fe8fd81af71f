import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';

type CreationKey = { userId: string; id: string };

const createdObject = prepared(
  'created_objects_find',
  (_, { userId, id }: CreationKey) => sql<{ objectId: string }>`
    select object_id as "objectId" from created_objects where user_id = ${userId} and id = ${id}`,
);

/**
 * Returns the id of the object that was created with this key, even if the object has been deleted. Returns null if no
 * object was created with this key.
 */
export const findCreatedObject = async (connection: Connection, key: CreationKey): Promise<string | null> =>
  (await createdObject(connection, key))[0]?.objectId ?? null;

const recordedObject = prepared(
  'created_objects_record',
  (_, { userId, id, objectId }: CreationKey & { objectId: string }) => sql`
    insert into created_objects (user_id, id, object_id) values (${userId}, ${id}, ${objectId})
    on conflict (user_id, id) do update set object_id = excluded.object_id`,
);

/**
 * Records the object and commits the transaction. Replaces the id of an earlier object with this key, because that
 * object no longer exists.
 */
export async function recordCreatedObject(
  connection: Connection,
  object: CreationKey & { objectId: string },
): Promise<void> {
  await recordedObject(connection, object);
}
