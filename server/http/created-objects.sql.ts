import type { Connection } from '#server/database/database.ts';

type CreationKey = { userId: string; id: string };

/**
 * Returns the id of the object that was created with this key, even if the object has been deleted. Returns null if no
 * object was created with this key.
 */
export async function findCreatedObject(
  connection: Connection,
  { userId, id }: CreationKey,
): Promise<string | null> {
  const found = await connection
    .selectFrom('created_objects')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select('object_id')
    .executeTakeFirst();
  return found?.object_id ?? null;
}

/** Records the object. Replaces the id of an earlier object with this key, because that object no longer exists. */
export const recordCreatedObject = (
  connection: Connection,
  { userId, id, objectId }: CreationKey & { objectId: string },
) =>
  connection
    .insertInto('created_objects')
    .values({ user_id: userId, id, object_id: objectId })
    .onConflict((row) => row.columns(['user_id', 'id']).doUpdateSet({ object_id: objectId }))
    .execute();
