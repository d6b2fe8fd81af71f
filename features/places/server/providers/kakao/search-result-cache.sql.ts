import { sql } from 'kysely';
import { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';

/**
 * Stores search results. When a member chooses a place, its details are read from here. A row that was stored within
 * the last hour is not updated.
 */
export async function cacheSearchResults(
  connection: Connection,
  places: readonly PlaceDetails[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`
    insert into search_result_cache (place_id, details)
    select each->>'placeId', each from jsonb_array_elements(${JSON.stringify(places)}::jsonb) as each
    on conflict (place_id) do update set details = excluded.details, fetched_at = now()
    where search_result_cache.fetched_at < now() - interval '1 hour'`.execute(connection);
}

export async function selectCachedPlace(
  connection: Connection,
  placeId: string,
): Promise<PlaceDetails | null> {
  const row = await connection
    .selectFrom('search_result_cache')
    .where('place_id', '=', placeId)
    .select('details')
    .executeTakeFirst();
  // A row that an older version of the server stored may lack fields. The row is then ignored.
  return row === undefined ? null : (PlaceDetails.safeParse(row.details).data ?? null);
}

/** Deletes search results that are older than a day. */
export async function deleteExpiredSearchResults(connection: Connection): Promise<void> {
  await sql`delete from search_result_cache where fetched_at < now() - interval '1 day'`.execute(connection);
}
