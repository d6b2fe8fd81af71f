import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './search/cells.ts';

/** The columns of a suggestion, without `id`. */
export const suggestedColumns = [
  'place_id',
  'name',
  'address',
  'address_words',
  'lat',
  'lng',
  'kind',
  'category_id',
  'business_status',
  'is_example',
] as const;

const placeColumns = ['id', ...suggestedColumns, 'phone_number', 'website'] as const;

export type SuggestedRow = Omit<PlaceRow, 'phone_number' | 'website'>;

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number];

/** Returns the places with these ids, in no defined order. */
export const selectPlaces = (connection: Connection, ids: readonly number[]) =>
  connection
    .selectFrom('places')
    .where('id', '=', sql<number>`any(${ids}::int4[])`)
    .select(placeColumns)
    .execute();

export const selectPlaceByPlaceId = (connection: Connection, placeId: string) =>
  connection.selectFrom('places').where('place_id', '=', placeId).select(placeColumns).executeTakeFirst();

/** Returns open places around a point, nearest first. */
export const selectNearest = (
  connection: Connection,
  { point, limit }: { point: IndexPoint; limit: number },
): Promise<PlaceRow[]> =>
  connection
    .selectFrom('places')
    .where('spot', 'is not', null)
    .select(placeColumns)
    .orderBy(sql`spot <-> point(${point.x}::float8, ${point.y}::float8)`)
    .limit(limit)
    .execute();

/**
 * Returns the current id of a catalogue place at the maps service. If the id is unchanged or unknown, returns the
 * given id.
 */
export async function selectCurrentId(connection: Connection, placeId: string): Promise<string> {
  const place = await connection
    .selectFrom('restaurants_public')
    .where('id', '=', placeId)
    .select(({ fn }) => fn.coalesce('google_place_id', 'id').as('currentId'))
    .executeTakeFirst();
  return place?.currentId ?? placeId;
}
