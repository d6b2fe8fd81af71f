import { sql } from 'kysely';
import { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';

/** Stores search results until one of them is chosen. Recent rows are kept. */
export async function keepToldPlaces(connection: Connection, places: readonly PlaceDetails[]): Promise<void> {
  if (places.length === 0) return;
  await sql`
    insert into told_places (place_id, details)
    select each->>'placeId', each from jsonb_array_elements(${JSON.stringify(places)}::jsonb) as each
    on conflict (place_id) do update set details = excluded.details, fetched_at = now()
    where told_places.fetched_at < now() - interval '1 hour'`.execute(connection);
}

export async function selectToldPlace(connection: Connection, placeId: string): Promise<PlaceDetails | null> {
  const row = await connection
    .selectFrom('told_places')
    .where('place_id', '=', placeId)
    .select('details')
    .executeTakeFirst();
  // A row of an older version may lack fields and is then ignored.
  return row === undefined ? null : (PlaceDetails.safeParse(row.details).data ?? null);
}

/** Deletes search results that were not chosen, after a day. */
export async function deleteOldToldPlaces(connection: Connection): Promise<void> {
  await sql`delete from told_places where fetched_at < now() - interval '1 day'`.execute(connection);
}
