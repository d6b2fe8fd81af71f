import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';

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
export async function selectNearest(
  connection: Connection,
  { point, limit }: { point: IndexPoint; limit: number },
): Promise<PlaceRow[]> {
  const nearest = await connection
    .selectFrom('place_spots')
    .select('place_id')
    .orderBy(sql`spot <-> point(${point.x}::float8, ${point.y}::float8)`)
    .limit(limit)
    .execute();
  const ids = nearest.map(({ place_id }) => place_id);
  if (ids.length === 0) return [];
  const rows = new Map((await selectPlaces(connection, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * Returns the addresses and points of places in some blocks. For each key, the address must contain a word that
 * begins with the key.
 */
export async function selectPointsByAddress(
  connection: Connection,
  { blocks, keys, limit }: { blocks: readonly number[]; keys: readonly string[]; limit: number },
): Promise<{ address: string; lat: number; lng: number }[]> {
  return connection
    .selectFrom('place_keys as k')
    .innerJoin('places as p', 'p.id', 'k.place_id')
    .where('k.block', '=', sql<number>`any(${blocks}::int2[])`)
    .where('p.lat', 'is not', null)
    .where('p.lng', 'is not', null)
    .where('p.address_words', 'like', sql<string>`all(${keys.map((key) => `% ${key}%`)}::text[])`)
    .select(({ ref }) => ['p.address', ref('p.lat').$notNull().as('lat'), ref('p.lng').$notNull().as('lng')])
    .limit(limit)
    .execute();
}

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
